# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by installer/start, installer/build and tests/run: what a machine needs, by package manager.
#
# Tried on Debian 12 (bare, debootstrap). Ubuntu 24.04 has the same package names and Qt 6.4.2 too. The columns dnf
# (Fedora), pacman (Arch) and brew (macOS) could not be tried where they were written: they name only packages that exist
# there.

# group|probe|apt|dnf|pacman|brew    probe: the command that tells that it is there; empty: ask the package manager.
pasarela_requirements() {
    cat <<'END'
build|c++|g++|gcc-c++|gcc|
build|cmake|cmake|cmake|cmake|cmake
build|ninja|ninja-build|ninja-build|ninja|ninja
build|ccache|ccache|ccache|ccache|ccache
build||qt6-base-dev|qt6-qtbase-devel|qt6-base|qt
build||qt6-base-dev-tools|||
build||qt6-tools-dev|qt6-qttools-devel|qt6-tools|
build||qt6-tools-dev-tools|||
build||qt6-l10n-tools|qt6-linguist|||
build||nlohmann-json3-dev|json-devel|nlohmann-json|nlohmann-json
build||libsimdjson-dev|simdjson-devel|simdjson|simdjson
build||qtkeychain-qt6-dev|qtkeychain-qt6-devel|qtkeychain-qt6|qtkeychain
build||libsecret-1-0|libsecret|libsecret|
tests|node|nodejs|nodejs|nodejs|node
tests|npm|npm|npm|npm|
tests||ca-certificates|ca-certificates|ca-certificates|
tests||fonts-dejavu-core|dejavu-sans-fonts|ttf-dejavu|
tests|clang-format-14|clang-format-14|||
tests|gnome-keyring-daemon|gnome-keyring|gnome-keyring|gnome-keyring|
tests|dbus-daemon|dbus|dbus-daemon|dbus|
tests|ps|procps|procps-ng|procps-ng|
windows||g++-mingw-w64-x86-64-posix|||
windows||wine|||
windows||wine64|||
windows||fonts-wine|||
windows||xvfb|||
windows||xauth|||
windows||xz-utils|||
END
}

pasarela_manager() {
    for manager in apt-get dnf pacman brew; do
        if command -v "$manager" >/dev/null 2>&1; then
            printf '%s\n' "$manager"
            return
        fi
    done
}

# pasarela_has MANAGER PACKAGE
pasarela_has() {
    case $1 in
    apt-get) [ "$(dpkg-query -W -f='${db:Status-Status}' "$2" 2>/dev/null)" = installed ] ;;
    dnf) rpm -q --whatprovides "$2" >/dev/null 2>&1 ;;
    pacman) pacman -Qi "$2" >/dev/null 2>&1 ;;
    brew) brew list --versions "$2" >/dev/null 2>&1 ;;
    esac
}

# pasarela_missing MANAGER GROUP...: the packages that are not there.
pasarela_missing() {
    manager=$1
    shift
    case $manager in
    apt-get) column=3 ;;
    dnf) column=4 ;;
    pacman) column=5 ;;
    brew) column=6 ;;
    *) return ;;
    esac
    for group; do
        pasarela_requirements | grep "^$group|" | while IFS= read -r row; do
            probe=$(printf '%s' "$row" | cut -d '|' -f 2)
            package=$(printf '%s' "$row" | cut -d '|' -f "$column")
            [ -n "$package" ] || continue
            [ -n "$probe" ] && command -v "$probe" >/dev/null 2>&1 && continue
            pasarela_has "$manager" "$package" || printf '%s ' "$package"
        done
    done
}

pasarela_as_root() {
    if [ "$(id -u)" = 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        echo "This needs root: become root, or install sudo, and run it again: $*" >&2
        return 1
    fi
}

# pasarela_install GROUP...: installs what is missing and says so; touches no network where nothing is.
pasarela_install() {
    manager=$(pasarela_manager)
    if [ -z "$manager" ]; then
        echo "No package manager known here (apt, dnf, pacman, brew): assuming that what README.md lists is installed." >&2
        return 0
    fi
    if [ "$manager" = brew ] && ! command -v c++ >/dev/null 2>&1; then
        echo "A compiler is missing: run 'xcode-select --install' and start this again." >&2
        return 1
    fi
    missing=$(pasarela_missing "$manager" "$@")
    [ -n "$missing" ] || return 0
    echo "Installing with $manager: $missing"
    # shellcheck disable=SC2086 # a list of words
    case $manager in
    apt-get)
        pasarela_as_root apt-get -q -o Acquire::Retries=3 update &&
            pasarela_as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=3 \
                install --no-install-recommends $missing
        ;;
    dnf) pasarela_as_root dnf -q -y install $missing ;;
    pacman) pasarela_as_root pacman -Sy --needed --noconfirm $missing ;;
    brew) brew install -q $missing ;;
    esac || {
        echo "Installing failed; the lines above say why. Needed: $missing" >&2
        return 1
    }
}
