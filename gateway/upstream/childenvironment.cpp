// SPDX-License-Identifier: MIT
#include "gateway/upstream/childenvironment.h"

#include "gateway/config/packagerunner.h"

#include <QProcessEnvironment>

namespace pasarela {

namespace {

/// A map that knows a variable under whatever case it was first set.
class Variables {
public:
    explicit Variables(Qt::CaseSensitivity names)
        : m_names(names)
    {
    }

    void set(const QString &name, const QString &value)
    {
        if (m_names == Qt::CaseInsensitive) {
            const auto same = find(m_values, name);
            if (same != m_values.end())
                m_values.erase(same);
        }
        m_values.insert(name, value);
    }
    void set(const Environment &variables)
    {
        for (auto it = variables.begin(); it != variables.end(); ++it)
            set(it.key(), it.value());
    }
    void pass(const QStringList &names, const Environment &from)
    {
        for (const QString &name : names) {
            const auto found = find(from, name);
            if (found != from.end())
                set(found.key(), found.value());
        }
    }
    Environment take() { return std::move(m_values); }

private:
    template<typename Map> auto find(Map &map, const QString &name) const -> decltype(map.begin())
    {
        if (m_names == Qt::CaseSensitive)
            return map.find(name);
        auto it = map.begin();
        while (it != map.end() && it.key().compare(name, Qt::CaseInsensitive) != 0)
            ++it;
        return it;
    }

    Environment m_values;
    Qt::CaseSensitivity m_names;
};

} // namespace

Environment childEnvironment(const EnclaveConfig &enclave, const EnvironmentSources &from)
{
    Variables variables(from.names);
    variables.pass(from.platform, from.parent);
    if (const auto *launch = std::get_if<StdioLaunch>(&enclave.launch))
        variables.pass(packageRunnerVariables(launch->command), from.parent);
    variables.pass(enclave.passEnv, from.parent);
    variables.set(QStringLiteral("PATH"), from.searchPath);
    variables.set(enclave.env);
    variables.set(from.credentials);
    return variables.take();
}

Environment ownEnvironment()
{
    const QProcessEnvironment own = QProcessEnvironment::systemEnvironment();
    Environment variables;
    const QStringList names = own.keys();
    for (const QString &name : names)
        variables.insert(name, own.value(name));
    return variables;
}

} // namespace pasarela
