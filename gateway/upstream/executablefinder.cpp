// SPDX-License-Identifier: MIT
#include "gateway/upstream/executablefinder.h"

#include <QDir>
#include <QFileInfo>

#include <optional>

namespace pasarela {

namespace {

enum class Kind { Program, NotExecutable, Missing };

Kind kindOf(const QString &path, bool windows)
{
    const QFileInfo file(path);
    if (!file.isFile())
        return Kind::Missing;
    return windows || file.isExecutable() ? Kind::Program : Kind::NotExecutable;
}

bool isBatchFile(const QString &path)
{
    return path.endsWith(QLatin1String(".cmd"), Qt::CaseInsensitive)
        || path.endsWith(QLatin1String(".bat"), Qt::CaseInsensitive);
}

/// Extensions that CreateProcess can start, in PATHEXT's order; scripts of other hosts (.js, .vbs) are not.
QStringList startableExtensions(const QString &pathExtensions)
{
    static const QStringList known = {QStringLiteral(".com"), QStringLiteral(".exe"), QStringLiteral(".bat"),
                                      QStringLiteral(".cmd")};
    QStringList wanted;
    const QStringList listed = pathExtensions.toLower().split(u';', Qt::SkipEmptyParts);
    for (const QString &extension : listed) {
        if (known.contains(extension.trimmed()))
            wanted.append(extension.trimmed());
    }
    return wanted.isEmpty() ? known : wanted;
}

/// The names a command may have on disk, the likeliest first.
QStringList fileNames(const QString &name, const ExecutableSearch &search)
{
    if (!search.windows)
        return {name};
    const QStringList extensions = startableExtensions(search.pathExtensions);
    QStringList names;
    for (const QString &extension : extensions) {
        if (name.endsWith(extension, Qt::CaseInsensitive))
            return {name};
        names.append(name + extension);
    }
    return names;
}

Error missing(const QString &command, const QString &where)
{
    return {
        Error::Code::NotFound,
        QStringLiteral("The program \"%1\" was not found %2. Install it, or write its full path.").arg(command, where)};
}

Error notExecutable(const QString &path)
{
    return {Error::Code::PermissionDenied,
            QStringLiteral("The file \"%1\" may not be executed. Allow it (chmod +x), or name another program.")
                .arg(QDir::toNativeSeparators(path))};
}

/// The first program among `candidates`; `otherwise` where there is none.
Result<QString> firstProgram(const QStringList &candidates, bool windows, const Error &otherwise)
{
    std::optional<Error> denied;
    for (const QString &candidate : candidates) {
        switch (kindOf(candidate, windows)) {
        case Kind::Program:
            return QDir::cleanPath(candidate);
        case Kind::NotExecutable:
            if (!denied)
                denied = notExecutable(candidate);
            break;
        case Kind::Missing:
            break;
        }
    }
    return denied.value_or(otherwise);
}

bool hasSeparator(const QString &command, bool windows)
{
    return command.contains(u'/') || (windows && command.contains(u'\\'));
}

Result<QString> locate(const QString &command, const ExecutableSearch &search)
{
    if (command.isEmpty() || command.contains(QChar(u'\0')))
        return Error{Error::Code::InvalidInput, QStringLiteral("No program is named. Write the command to start.")};

    const QString native = search.windows ? QString(command).replace(u'\\', u'/') : command;
    QStringList candidates;
    if (!hasSeparator(command, search.windows)) {
        const QStringList folders = searchFolders(search.path, search.windows);
        const QStringList names = fileNames(command, search);
        for (const QString &folder : folders) {
            for (const QString &name : names)
                candidates.append(folder + u'/' + name);
        }
        return firstProgram(candidates, search.windows,
                            missing(command, QStringLiteral("in any folder of PATH (%1)").arg(search.path)));
    }

    QString path = native;
    if (native.startsWith(QLatin1String("~/")))
        path = search.home + native.sliced(1);
    else if (QDir::isRelativePath(native))
        path = search.workingDirectory + u'/' + native;
    candidates = fileNames(path, search);
    return firstProgram(candidates, search.windows,
                        missing(command, QStringLiteral("(looked for %1)").arg(QDir::toNativeSeparators(path))));
}

/// npm.cmd and npx.cmd as node.exe with their script, found as the batch files themselves find them.
std::optional<FoundProgram> withoutNpmShim(const QString &batchFile, const QStringList &arguments,
                                           const ExecutableSearch &search)
{
    const QFileInfo file(batchFile);
    const QString name = file.completeBaseName().toLower();
    if (name != QLatin1String("npx") && name != QLatin1String("npm"))
        return {};
    const QString script = file.path() + QStringLiteral("/node_modules/npm/bin/%1-cli.js").arg(name);
    if (!QFileInfo(script).isFile())
        return {};
    const QString beside = file.path() + QStringLiteral("/node.exe");
    const Result<QString> node =
        QFileInfo(beside).isFile() ? Result<QString>(beside) : locate(QStringLiteral("node"), search);
    if (!node || isBatchFile(*node))
        return {};
    return FoundProgram{*node, QStringList(QDir::toNativeSeparators(script)) + arguments, {}};
}

/// `argument` in quotes for a batch file and the program behind it; backslashes before the closing quote are doubled,
/// or that program would take it for a quote of the text.
QString quotedForBatch(const QString &argument)
{
    qsizetype backslashes = 0;
    while (backslashes < argument.size() && argument[argument.size() - 1 - backslashes] == u'\\')
        ++backslashes;
    return u'"' + argument + QString(backslashes, u'\\') + u'"';
}

Result<FoundProgram> throughInterpreter(const QString &batchFile, const QStringList &arguments,
                                        const ExecutableSearch &search)
{
    static const QString acting = QStringLiteral("\"%!\r\n");
    QString line = u'"' + QDir::toNativeSeparators(batchFile) + u'"';
    for (const QString &argument : QStringList(QDir::toNativeSeparators(batchFile)) + arguments) {
        for (const QChar character : acting) {
            if (argument.contains(character))
                return Error{Error::Code::InvalidInput,
                             QStringLiteral("The batch file \"%1\" is not started, because an argument holds a quote, "
                                            "%, ! or line break, which cmd.exe would act on. Name the program itself.")
                                 .arg(QDir::toNativeSeparators(batchFile))};
        }
    }
    for (const QString &argument : arguments)
        line += u' ' + quotedForBatch(argument);
    const QString interpreter =
        search.commandInterpreter.isEmpty() ? QStringLiteral("C:/Windows/System32/cmd.exe") : search.commandInterpreter;
    // /s with quotes around the whole: cmd.exe takes away exactly these two (cmd /?, "If /C or /K is specified").
    return FoundProgram{
        interpreter, {}, QStringLiteral("\"%1\" /d /s /c \"%2\"").arg(QDir::toNativeSeparators(interpreter), line)};
}

} // namespace

QStringList searchFolders(const QString &path, bool windows)
{
    QStringList folders;
    const QStringList entries = path.split(windows ? u';' : u':', Qt::SkipEmptyParts);
    for (QString entry : entries) {
        if (windows)
            entry.replace(u'\\', u'/').remove(u'"');
        if (QDir::isAbsolutePath(entry))
            folders.append(entry);
    }
    return folders;
}

Result<FoundProgram> findProgram(const QString &command, const QStringList &arguments, const ExecutableSearch &search)
{
    const Result<QString> program = locate(command, search);
    if (!program)
        return program.error();
    if (!search.windows || !isBatchFile(*program))
        return FoundProgram{*program, arguments, {}};
    if (auto node = withoutNpmShim(*program, arguments, search))
        return *node;
    return throughInterpreter(*program, arguments, search);
}

} // namespace pasarela
