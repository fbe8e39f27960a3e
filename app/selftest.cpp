// SPDX-License-Identifier: MIT
#include "app/selftest.h"

#include "gateway/launch/gatewaylauncher.h"
#include "ui/language.h"

#include <QFile>
#include <QFileInfo>

namespace pasarela {

void SelfTest::note(bool good, const QString &what, const QString &problem)
{
    lines.append(good ? QStringLiteral("ok       %1").arg(what) : QStringLiteral("MISSING  %1: %2").arg(what, problem));
    whole = whole && good;
}

SelfTest SelfTest::run(const QString &home)
{
    SelfTest test;
    const Result<Paths> paths = Paths::locate(home);
    test.note(paths.ok(), QStringLiteral("folders"), paths ? QString() : paths.error().detail);
    if (paths) {
        const Result<void> created = paths->create();
        test.note(created.ok(), QStringLiteral("folders can be written"), created ? QString() : created.error().detail);
    }
    const QString gateway = gatewayExecutable();
    test.note(QFileInfo(gateway).isExecutable(), QStringLiteral("pasarela-gateway"),
              QStringLiteral("not at %1; install again").arg(gateway));
    for (const QString &code : Language::available()) {
        QTranslator translator;
        test.note(translator.load(QStringLiteral(":/i18n/pasarela_%1.qm").arg(code)),
                  QStringLiteral("language %1").arg(code), QStringLiteral("not compiled in"));
    }
    for (const QString &icon :
         {QStringLiteral("app/app-256"), QStringLiteral("tray-light/running-22"), QStringLiteral("state/ready-16")}) {
        test.note(QFile::exists(QStringLiteral(":/icons/%1.png").arg(icon)), QStringLiteral("icon %1").arg(icon),
                  QStringLiteral("not compiled in"));
    }
    return test;
}

} // namespace pasarela
