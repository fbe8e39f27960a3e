// SPDX-License-Identifier: MIT
#include "gateway/base/jsonpointer.h"

namespace pasarela {

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
