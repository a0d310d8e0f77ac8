# What ./run and ./test share: packages, configuration, build. Sourced by bash; expects `root`, the checkout.

say() { printf 'talweg: %s\n' "$*" >&2; }

# The packages of the given lists that are not installed. Builds of Node from elsewhere bring npm along: then the
# package is not wanted, and would not go with them.
missing_packages() {
    local wanted
    wanted=$(sed 's/#.*//; s/[[:space:]]//g; /^$/d' "$@" | sort -u)
    command -v npm >/dev/null && wanted=$(grep -vx npm <<<"$wanted")
    # shellcheck disable=SC2086  # one word per package
    comm -23 <(printf '%s\n' $wanted) \
        <(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $wanted 2>/dev/null | sed -n 's/^installed //p' | sort -u)
}

# Installs what is missing of the given lists, as root or through sudo; else says the one line that would.
install_packages() {
    if ! command -v dpkg-query >/dev/null; then
        say "not a Debian system: assuming that what $* list is installed"
        return
    fi
    local missing sudo=()
    mapfile -t missing < <(missing_packages "$@")
    [ ${#missing[@]} -eq 0 ] && return
    if [ "$(id -u)" -ne 0 ]; then
        sudo=(sudo)
        if ! command -v sudo >/dev/null || ! { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
            say "these packages are missing, and root is needed to install them; run this once, as root:"
            printf 'apt-get update && apt-get install -y --no-install-recommends %s\n' "${missing[*]}" >&2
            exit 1
        fi
    fi
    say "installing ${#missing[@]} Debian packages: ${missing[*]}"
    local log apt=("${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
    log=$(mktemp)
    if ! { "${apt[@]}" update && "${apt[@]}" install -y --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
        cat "$log" >&2
        say "the packages could not be installed; see above"
        rm -f "$log"
        exit 1
    fi
    rm -f "$log"
}

# Passes ninja's output on: progress as one changing line on a terminal and now and then elsewhere, all else only after
# a failure.
show_progress() {
    local line other="" next=$((SECONDS + 10)) shown=no
    while IFS= read -r line; do
        if [[ $line =~ ^\[([0-9]+/[0-9]+)\]\ (.*) ]]; then
            if [ -t 2 ]; then
                printf '\r\033[Ktalweg: building %s' "${BASH_REMATCH[1]}" >&2
                shown=yes
            elif [ $SECONDS -ge $next ]; then
                say "building ${BASH_REMATCH[1]}"
                next=$((SECONDS + 10))
            fi
        else
            other+=$line$'\n'
        fi
    done
    [ $shown = yes ] && printf '\r\033[K' >&2
    [[ $other == *"ninja: build stopped"* || $other == *"ninja: error"* ]] && printf '%s' "$other" >&2
    return 0
}

# build DIRECTORY "OPTION=VALUE…" [TARGET…]: configures a directory that is new or lacks one of the options, then builds.
build() {
    local directory=$1 option options=() lacks=no
    for option in $2; do
        options+=("-D$option")
        grep -qs "^${option%=*}:[A-Z]*=${option#*=}$" "$directory/CMakeCache.txt" || lacks=yes
    done
    shift 2
    if [ ! -e "$directory/build.ninja" ] || [ $lacks = yes ]; then
        mkdir -p "$directory"
        if ! cmake -S "$root" -B "$directory" -G Ninja "${options[@]}" >"$directory/configure.log" 2>&1; then
            cat "$directory/configure.log" >&2
            say "the build could not be configured; see above"
            exit 1
        fi
    fi
    if ! ninja -C "$directory" "$@" 2>&1 | show_progress; then
        say "the build failed; see above"
        exit 1
    fi
}
