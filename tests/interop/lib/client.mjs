// SPDX-License-Identifier: MIT
// Clients made with the official SDK.
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import {
  CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema, LoggingMessageNotificationSchema,
  PromptListChangedNotificationSchema, ResourceListChangedNotificationSchema, ResourceUpdatedNotificationSchema,
  ToolListChangedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';

export const allCapabilities = { sampling: {}, elicitation: { form: {}, url: {} }, roots: { listChanged: true } };

/**
 * Connects `command`, {command, args, env?}. `answers`: what the client says to a server's questions, by kind (sampling,
 * elicitation, roots). The client gets `heard`: notifications by kind, and `asked`: the questions.
 */
export async function connect(command, { name = 'interop-client', capabilities = allCapabilities, answers = {} } = {}) {
  const client = new Client({ name, version: '1.0.0' }, { capabilities });
  client.heard = { log: [], updated: [], tools: 0, resources: 0, prompts: 0 };
  client.asked = [];
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void client.heard.log.push(params));
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void client.heard.updated.push(params.uri));
  client.setNotificationHandler(ToolListChangedNotificationSchema, () => void client.heard.tools++);
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void client.heard.resources++);
  client.setNotificationHandler(PromptListChangedNotificationSchema, () => void client.heard.prompts++);
  const answer = (capability, kind, schema) => {
    if (!capabilities[capability]) return;
    client.setRequestHandler(schema, async (request) => {
      client.asked.push(request);
      return answers[kind](request.params);
    });
  };
  answer('sampling', 'sampling', CreateMessageRequestSchema);
  answer('elicitation', 'elicitation', ElicitRequestSchema);
  answer('roots', 'roots', ListRootsRequestSchema);
  const transport = new StdioClientTransport({ ...command, stderr: 'inherit' });
  await client.connect(transport);
  return client;
}

export const call = (client, name, args = {}, options) => client.callTool({ name, arguments: args }, undefined, options);

/** The text of a result's first content. */
export const textOf = (result) => result.content[0].text;

/** Every page of a list: `all(client, 'tools')`. */
export async function all(client, member) {
  const list = {
    tools: (p) => client.listTools(p), resources: (p) => client.listResources(p), prompts: (p) => client.listPrompts(p),
    resourceTemplates: (p) => client.listResourceTemplates(p),
  }[member];
  const items = [];
  let cursor;
  do {
    const page = await list(cursor === undefined ? {} : { cursor });
    items.push(...page[member]);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return items;
}
