<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>AppText</name>
    <message numerus="yes">
        <source>%n AI app(s)</source>
        <translation>
            <numerusform>%n AI app</numerusform>
            <numerusform>%n AI apps</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DateText</name>
    <message numerus="yes">
        <source>today at %1</source>
        <translation>
            <numerusform>today at %1</numerusform>
            <numerusform>today at %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>yesterday at %1</source>
        <translation>
            <numerusform>yesterday at %1</numerusform>
            <numerusform>yesterday at %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>on %1 at %2</source>
        <comment>weekday, time</comment>
        <translation>
            <numerusform>on %1 at %2</numerusform>
            <numerusform>on %1 at %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>on %1 at %2</source>
        <comment>date, time</comment>
        <translation>
            <numerusform>on %1 at %2</numerusform>
            <numerusform>on %1 at %2</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Headline</name>
    <message numerus="yes">
        <source>%n service(s) did not start and will be tried again.</source>
        <translation>
            <numerusform>%n service did not start and will be tried again.</numerusform>
            <numerusform>%n services did not start and will be tried again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n service(s) work(s) with problems.</source>
        <translation>
            <numerusform>%n service works with problems.</numerusform>
            <numerusform>%n services work with problems.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is connected and has nothing to use yet.</source>
        <translation>
            <numerusform>%1 is connected and has nothing to use yet.</numerusform>
            <numerusform>%1 are connected and have nothing to use yet.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n thing(s) need(s) you</source>
        <translation>
            <numerusform>%n thing needs you</numerusform>
            <numerusform>%n things need you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything works. %n service(s) ready.</source>
        <translation>
            <numerusform>Everything works. %n service is ready.</numerusform>
            <numerusform>Everything works. %n services are ready.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything works. %1 can use %n service(s).</source>
        <comment>one app</comment>
        <translation>
            <numerusform>Everything works. %1 can use %n service.</numerusform>
            <numerusform>Everything works. %1 can use %n services.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Everything works. %1 can use %n service(s).</source>
        <comment>several apps</comment>
        <translation>
            <numerusform>Everything works. %1 can use %n service.</numerusform>
            <numerusform>Everything works. %1 can use %n services.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n service(s)</source>
        <translation>
            <numerusform>%n service</numerusform>
            <numerusform>%n services</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n app(s) connected</source>
        <translation>
            <numerusform>%n app connected</numerusform>
            <numerusform>%n apps connected</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>StateText</name>
    <message numerus="yes">
        <source>%n tool(s)</source>
        <translation>
            <numerusform>%n tool</numerusform>
            <numerusform>%n tools</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>, %n account(s)</source>
        <translation>
            <numerusform>, %n account</numerusform>
            <numerusform>, %n accounts</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pasarela::QuitDialog</name>
    <message numerus="yes">
        <source>%1 is using Pasarela. Close only this window&apos;s app, or stop your services too?</source>
        <translation>
            <numerusform>%1 is using Pasarela. Close only this window&apos;s app, or stop your services too?</numerusform>
            <numerusform>%1 are using Pasarela. Close only this window&apos;s app, or stop your services too?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>pasarela::TrayController</name>
    <message numerus="yes">
        <source>and %n more</source>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
</TS>
