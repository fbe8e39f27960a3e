// SPDX-License-Identifier: MIT
// Asks the system's keychain as the gateway does, for tests that give it one of their own: a process for each, because
// libraries keep the session they first saw.
//
//     keychaintool INDEXFILE SECONDS-FOR-A-JOB SECONDS-OF-SETTLING
//
// One command a line on stdin, one answer a line on stdout: "read NAME" → "value BASE64", "write NAME BASE64" → "done",
// "remove NAME" → "done", each else "error CODE SENTENCE".
#include "gateway/credentials/keychainstore.h"

#include <QCoreApplication>
#include <QEventLoop>

#include <iostream>
#include <string>

using namespace pasarela;

namespace {

void say(const QByteArray &line)
{
    std::cout << line.toStdString() << std::endl;
}

QByteArray sentenceOf(const Error &error)
{
    return "error " + errorCodeName(error.code).toLatin1() + ' ' + error.detail.toUtf8();
}

void obey(KeychainStore &store, const QByteArrayList &words)
{
    const auto key = CredentialKey::fromName(QString::fromUtf8(words.value(1)));
    if (!key)
        return say("error usage");
    QEventLoop loop;
    QByteArray answer;
    const auto done = [&](const Result<void> &result) {
        answer = result ? QByteArray("done") : sentenceOf(result.error());
        loop.quit();
    };
    if (words[0] == "read")
        store.read(*key, &loop, [&](const Result<Secret> &result) {
            answer = result ? "value " + result.value().reveal().toByteArray().toBase64() : sentenceOf(result.error());
            loop.quit();
        });
    else if (words[0] == "write")
        store.write(*key, Secret(QByteArray::fromBase64(words.value(2))), &loop, done);
    else
        store.remove(*key, &loop, done);
    loop.exec();
    say(answer);
}

} // namespace

int main(int argc, char *argv[])
{
    QCoreApplication application(argc, argv);
    if (argc != 4)
        return 2;
    CredentialIndex index(QString::fromLocal8Bit(argv[1]));
    KeychainStore store(index, systemKeychain,
                        {std::chrono::seconds(std::atoi(argv[2])), std::chrono::seconds(std::atoi(argv[3])),
                         std::chrono::milliseconds(100)});
    std::string line;
    while (std::getline(std::cin, line))
        obey(store, QByteArray::fromStdString(line).trimmed().split(' '));
    return 0;
}
