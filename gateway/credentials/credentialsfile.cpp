// SPDX-License-Identifier: MIT
#include "gateway/credentials/credentialsfile.h"

#include "gateway/base/atomicfile.h"
#include "gateway/base/jsontext.h"
#include "gateway/base/jsonview.h"

#include <QFileInfo>
#include <QPointer>

#include <algorithm>

namespace pasarela {

namespace {

constexpr qint64 fileLimit = qint64{16} * 1024 * 1024;

Error broken(const QString &path, const QString &what)
{
    return {Error::Code::InvalidInput,
            QStringLiteral("The credentials file \"%1\" cannot be used: %2. Correct it; it is an object like "
                           "{\"github/work/token\": \"…\"}.")
                .arg(path, what)};
}

QString placeOf(const JsonFault &fault, QByteArrayView text)
{
    const TextPosition position = positionIn(text, fault.offset);
    return QStringLiteral("line %1, column %2: %3")
        .arg(QString::number(position.line), QString::number(position.column), QLatin1String(fault.what));
}

} // namespace

CredentialsFile::CredentialsFile(QString path, QObject *parent)
    : QObject(parent)
    , m_path(std::move(path))
{
}

/// A valid JSON object; NotFound where there is no file.
Result<Secret> CredentialsFile::text() const
{
    if (QFileInfo(m_path).isRelative())
        return Error{
            Error::Code::InvalidInput,
            QStringLiteral("PASARELA_CREDENTIALS_FILE is \"%1\", which is no absolute path. Give one, and start "
                           "the gateway anew.")
                .arg(m_path)};
    if (QFileInfo::exists(m_path)) {
        if (const auto ours = checkOnlyOursToRead(m_path); !ours)
            return ours.error();
    }
    auto bytes = readWholeFile(m_path, fileLimit);
    if (!bytes)
        return bytes.error();
    Secret text(std::move(*bytes));
    const JsonScan scan = scanJson(text.reveal(), JsonPaths{{}});
    if (scan.fault)
        return broken(m_path, placeOf(*scan.fault, text.reveal()));
    if (jsonTypeOf(scan.root.in(text.reveal())) != JsonType::Object)
        return broken(m_path, QStringLiteral("it is no JSON object"));
    return text;
}

Result<Secret> CredentialsFile::valueOf(const CredentialKey &key) const
{
    const auto text = this->text();
    if (!text && text.error().code == Error::Code::NotFound)
        return Error{Error::Code::NotFound,
                     QStringLiteral("There is no credentials file \"%1\" (PASARELA_CREDENTIALS_FILE).").arg(m_path)};
    if (!text)
        return text.error();
    const QByteArrayView bytes = text->reveal();
    const auto member = findMember(bytes, {0, bytes.size()}, key.name().toUtf8());
    if (!member)
        return Error{Error::Code::NotFound,
                     QStringLiteral("The credentials file \"%1\" has no \"%2\".").arg(m_path, key.name())};
    const QByteArrayView value = member->value.in(bytes);
    if (jsonTypeOf(value) != JsonType::String)
        return broken(m_path, QStringLiteral("\"%1\" is no text").arg(key.name()));
    Secret secret(jsonStringValue(value));
    if (const auto fine = checkCredential(secret); !fine)
        return broken(m_path, QStringLiteral("\"%1\": %2").arg(key.name(), withoutFullStop(fine.error().detail)));
    return secret;
}

/// Null: removes it.
Result<void> CredentialsFile::replace(const CredentialKey &key, const Secret *value) const
{
    const auto text = this->text();
    const bool isNew = !text && text.error().code == Error::Code::NotFound;
    if (!text && !isNew)
        return text.error();
    if (isNew && !value)
        return {};
    const QByteArrayView before = isNew ? QByteArrayView("{}\n") : text->reveal();
    if (!value)
        return replaceFile(m_path, Secret(withoutJsonMember(before, {key.name()})).reveal());
    const Secret quoted(jsonQuoted(value->reveal()));
    auto after = withJsonMember(before, {key.name()}, quoted.reveal());
    if (!after)
        return after.error();
    return replaceFile(m_path, Secret(std::move(*after)).reveal());
}

void CredentialsFile::read(const CredentialKey &key, QObject *context, ReadDone done)
{
    QMetaObject::invokeMethod(
        context,
        [self = QPointer(this), key, done = std::move(done)] {
            if (self)
                done(self->valueOf(key));
        },
        Qt::QueuedConnection);
}

void CredentialsFile::write(const CredentialKey &key, Secret value, QObject *context, Done done)
{
    Result<void> written = key.isValid()
        ? checkCredential(value)
        : Result<void>(
            Error{Error::Code::InvalidInput, QStringLiteral("\"%1\" is no name for a credential.").arg(key.name())});
    if (written)
        written = replace(key, &value);
    QMetaObject::invokeMethod(
        context, [written, done = std::move(done)] { done(written); }, Qt::QueuedConnection);
}

void CredentialsFile::remove(const CredentialKey &key, QObject *context, Done done)
{
    const Result<void> removed = replace(key, nullptr);
    QMetaObject::invokeMethod(
        context, [removed, done = std::move(done)] { done(removed); }, Qt::QueuedConnection);
}

std::vector<CredentialKey> CredentialsFile::stored() const
{
    const QFileInfo info(m_path);
    if (info.exists() && info.lastModified() == m_names.modified && info.size() == m_names.size)
        return m_names.keys;
    m_names = {info.lastModified(), info.exists() ? info.size() : -1, {}};
    const auto text = this->text();
    if (!text)
        return {};
    JsonObjectReader members(text->reveal(), {0, text->reveal().size()});
    while (const auto member = members.next()) {
        const auto key = CredentialKey::fromName(QString::fromUtf8(jsonStringValue(member->key.in(text->reveal()))));
        if (key)
            m_names.keys.push_back(*key);
    }
    std::sort(m_names.keys.begin(), m_names.keys.end());
    return m_names.keys;
}

} // namespace pasarela
