// SPDX-License-Identifier: MIT
#include "gateway/base/jsonpointer.h"

namespace pasarela {

std::optional<QStringList> jsonPathOf(QStringView pointer)
{
    QStringList path;
    if (pointer.isEmpty())
        return path;
    if (pointer.front() != u'/')
        return std::nullopt;
    for (const QStringView part : pointer.sliced(1).split(u'/')) {
        QString step;
        for (qsizetype i = 0; i < part.size(); ++i) {
            if (part[i] != u'~') {
                step += part[i];
                continue;
            }
            if (++i == part.size() || (part[i] != u'0' && part[i] != u'1'))
                return std::nullopt;
            step += part[i] == u'0' ? u'~' : u'/';
        }
        path.append(step);
    }
    return path;
}

QString jsonPointerOf(const QStringList &path)
{
    QString pointer;
    for (QString step : path) {
        step.replace(u'~', QLatin1String("~0")).replace(u'/', QLatin1String("~1"));
        pointer += u'/' + step;
    }
    return pointer;
}

} // namespace pasarela
