// SPDX-License-Identifier: MIT
#include "gateway/base/secretmask.h"

#include "gateway/base/jsonview.h"

#include <algorithm>

namespace pasarela {

namespace {

constexpr qsizetype shortestLine = 16; ///< Of a value of several lines; others are headings and ends.
constexpr size_t valuesKept = 2;

bool isWordByte(char c)
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') || (byte >= 'a' && byte <= 'z') || byte == '_'
        || byte >= 0x80;
}

/// The characters of base64 that `value` alone decides, where `before` bytes of something else stand before it in the
/// encoded text (RFC 4648: 6 bits a character).
QByteArray base64Inside(QByteArrayView value, qsizetype before, QByteArray::Base64Options alphabet)
{
    const QByteArray encoded =
        (QByteArray(before, '\0') + value.toByteArray()).toBase64(alphabet | QByteArray::OmitTrailingEquals);
    const qsizetype first = (before * 8 + 5) / 6;
    const qsizetype end = (before + value.size()) * 8 / 6;
    return encoded.sliced(first, end - first);
}

/// Percent-encoding in small letters, which RFC 3986 takes for the same.
QByteArray inSmallHex(QByteArray encoded)
{
    for (qsizetype at = encoded.indexOf('%'); at >= 0; at = encoded.indexOf('%', at + 1)) {
        const QByteArray digits = encoded.mid(at + 1, 2).toLower();
        encoded.replace(at + 1, digits.size(), digits);
    }
    return encoded;
}

} // namespace

SecretMask::SecretMask() = default;

void SecretMask::remember(const QString &name, const Secret &value)
{
    std::vector<Secret> &values = m_values[name];
    if (!values.empty() && values.back().reveal() == value.reveal())
        return;
    std::erase_if(values, [&value](const Secret &known) { return known.reveal() == value.reveal(); });
    values.push_back(value.copy());
    if (values.size() > valuesKept)
        values.erase(values.begin());
    makeForms();
    if (m_changed)
        m_changed();
}

void SecretMask::makeForms()
{
    m_forms.clear();
    for (const auto &[name, values] : m_values) {
        for (const Secret &value : values)
            addForms(value);
    }
    std::sort(m_forms.begin(), m_forms.end(),
              [](const Form &a, const Form &b) { return a.bytes.reveal().size() > b.bytes.reveal().size(); });
    m_begins.fill(false);
    for (const Form &form : m_forms)
        m_begins[static_cast<unsigned char>(form.bytes.reveal().front())] = true;
}

void SecretMask::addForms(const Secret &value)
{
    // A line end that a pipe left at the end is not what a program prints.
    const QByteArrayView bytes = value.reveal().trimmed();
    if (bytes.size() < shortestHidden)
        return;
    if (bytes.size() < shortestAnywhere)
        return addForm(bytes.toByteArray(), true);
    addForm(bytes.toByteArray());
    const QByteArray quoted = jsonQuoted(bytes);
    addForm(quoted.sliced(1, quoted.size() - 2));
    for (const qsizetype before : {0, 1, 2}) {
        addForm(base64Inside(bytes, before, QByteArray::Base64Encoding));
        addForm(base64Inside(bytes, before, QByteArray::Base64UrlEncoding));
    }
    // What may stand unencoded differs: RFC 3986 here, encodeURIComponent() there, "+" for a space in forms.
    for (const char *plain : {"", "!'()*"}) {
        const QByteArray encoded = bytes.toByteArray().toPercentEncoding(plain);
        addForm(encoded);
        addForm(inSmallHex(encoded));
        addForm(QByteArray(encoded).replace("%20", "+"));
    }
    if (bytes.toByteArray().contains('\n')) {
        for (const QByteArray &line : bytes.toByteArray().split('\n')) {
            if (line.trimmed().size() >= shortestLine)
                addForm(line.trimmed());
        }
    }
}

void SecretMask::addForm(QByteArray bytes, bool asWord)
{
    const bool isKnown = std::any_of(m_forms.begin(), m_forms.end(), [&](const Form &form) {
        return form.bytes.reveal() == QByteArrayView(bytes) && form.asWord == asWord;
    });
    if (!isKnown)
        m_forms.push_back({Secret(std::move(bytes)), asWord});
}

std::vector<Secret> SecretMask::forms() const
{
    std::vector<Secret> forms;
    for (const Form &form : m_forms) {
        if (!form.asWord)
            forms.push_back(form.bytes.copy());
    }
    return forms;
}

/// What stands at the beginning of `rest`, behind the byte `before`.
SecretMask::Find SecretMask::at(QByteArrayView rest, char before, End end) const
{
    using Kind = Find::Kind;
    if (!m_begins[static_cast<unsigned char>(rest.front())])
        return {};
    for (const Form &form : m_forms) {
        const QByteArrayView bytes = form.bytes.reveal();
        if (form.asWord && isWordByte(before))
            continue;
        if (rest.size() < bytes.size()) {
            if (!bytes.startsWith(rest))
                continue;
            if (end == End::Open)
                return {Kind::NotYetKnown, rest.size()};
            if (end == End::CutOff && !form.asWord && rest.size() >= shortestHidden)
                return {Kind::Value, rest.size()};
            continue;
        }
        if (!rest.startsWith(bytes))
            continue;
        const bool isLast = rest.size() == bytes.size();
        if (form.asWord && isLast && end == End::Open)
            return {Kind::NotYetKnown, rest.size()};
        if (!form.asWord || isLast || !isWordByte(rest.at(bytes.size())))
            return {Kind::Value, bytes.size()};
    }
    return {};
}

/// `held`: how many bytes at the end were left, because what follows decides.
QByteArray SecretMask::mask(QByteArrayView text, End end, char &before, qsizetype *held) const
{
    QByteArray out;
    out.reserve(text.size());
    qsizetype at = 0;
    while (at < text.size()) {
        const Find find = this->at(text.sliced(at), before, end);
        if (find.kind == Find::Kind::NotYetKnown)
            break;
        if (find.kind == Find::Kind::Value) {
            out += shown;
            before = 0;
            at += find.size;
        } else {
            before = text.at(at);
            out += before;
            ++at;
        }
    }
    if (held)
        *held = text.size() - at;
    return out;
}

QByteArray SecretMask::masked(QByteArrayView text) const
{
    char before = 0;
    return isEmpty() ? text.toByteArray() : mask(text, End::Closed, before, nullptr);
}

QString SecretMask::maskedText(const QString &text) const
{
    return isEmpty() ? text : QString::fromUtf8(masked(QByteArrayView(text.toUtf8())));
}

QByteArray MaskedStream::take(QByteArrayView bytes)
{
    if (!m_mask || (m_mask->isEmpty() && m_held.isEmpty()))
        return bytes.toByteArray();
    m_held.append(bytes);
    qsizetype held = 0;
    QByteArray known = m_mask->mask(m_held, SecretMask::End::Open, m_before, &held);
    m_held = m_held.last(held);
    return known;
}

QByteArray MaskedStream::rest() const
{
    if (m_held.isEmpty())
        return {};
    char before = m_before;
    return m_mask->mask(m_held, SecretMask::End::CutOff, before, nullptr);
}

} // namespace pasarela
