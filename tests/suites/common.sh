# SPDX-License-Identifier: MIT
# shellcheck shell=sh
# Sourced by tests/run and the scripts beside this one; the working directory is the repository's root.

suite_skipped=77 # ctest's SKIP_RETURN_CODE

suite_jobs() {
    getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2
}

# The folder with independent test material beside the repository, or nothing: who has only the project has none.
suite_shared() {
    folder=${PASARELA_SHARED:-../shared}
    [ ! -d "$folder" ] || (cd "$folder" && pwd)
}

# The archive of the Windows SDK, or nothing.
suite_windows_sdk() {
    for archive in "$(suite_shared)"/winqt/winqt-*-sdk.tar.xz; do
        [ ! -f "$archive" ] || printf '%s\n' "$archive"
    done
}

# suite_cache: a folder that outlives build folders.
suite_cache() {
    folder=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/pasarela
    mkdir -p "$folder"
    printf '%s\n' "$folder"
}

# suite_arguments "$@": sets `preset` (of the tree that asked) and `only_build`.
# shellcheck disable=SC2034 # used by those who source this
suite_arguments() {
    preset=dev
    only_build=
    while [ $# -gt 0 ]; do
        case $1 in
        --preset)
            preset=$2
            shift
            ;;
        --build) only_build=yes ;;
        *)
            echo "usage: $0 [--preset P] [--build]" >&2
            exit 2
            ;;
        esac
        shift
    done
}

# suite_skip SENTENCE
suite_skip() {
    echo "skipped: $1"
    exit "$suite_skipped"
}
