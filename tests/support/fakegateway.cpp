// SPDX-License-Identifier: MIT
#include "tests/support/fakegateway.h"

#include "gateway/base/processinfo.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QProcessEnvironment>
#include <QThread>

namespace pasarela::test {

ProcessIdentity StartReport::identity() const
{
    return {values.value("pid").toLongLong(), values.value("startTime").toLongLong()};
}

int runFakeGateway(int argc, char **argv)
{
    QByteArray report = platformReport();
    const QCoreApplication app(argc, argv);
    const QStringList arguments = QCoreApplication::arguments();
    const qint64 self = QCoreApplication::applicationPid();
    report += "folder:" + QDir::currentPath().toUtf8() + '\n';
    report += "pid:" + QByteArray::number(self) + '\n';
    report += "startTime:" + QByteArray::number(processStartTime(self)) + '\n';
    for (const QString &argument : arguments)
        report += "argument:" + argument.toUtf8() + '\n';
    const QStringList variables = QProcessEnvironment::systemEnvironment().toStringList();
    for (const QString &variable : variables)
        report += "variable:" + variable.toUtf8() + '\n';

    const QDir home(arguments.value(arguments.indexOf(QStringLiteral("--home")) + 1));
    QFile file(home.filePath(QStringLiteral("report")));
    if (!file.open(QIODevice::WriteOnly) || file.write(report + "end:\n") < 0)
        return 1;
    file.close();
    for (int i = 0; i < 600 && home.exists(); ++i)
        QThread::msleep(100);
    return 0;
}

std::optional<StartReport> startReport(const TestHome &home)
{
    const QByteArray text = home.read(QStringLiteral("report"));
    if (!text.endsWith("end:\n"))
        return std::nullopt;
    StartReport report;
    const QByteArrayList lines = text.split('\n');
    for (const QByteArray &line : lines) {
        const qsizetype colon = line.indexOf(':');
        const QByteArray key = line.left(colon);
        const QByteArray value = line.mid(colon + 1).trimmed();
        if (key == "argument")
            report.arguments.append(QString::fromUtf8(value));
        else if (key == "variable")
            report.environment.insert(value.left(value.indexOf('=')), value.mid(value.indexOf('=') + 1));
        else
            report.values.insert(key, value);
    }
    return report;
}

} // namespace pasarela::test
