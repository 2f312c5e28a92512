#!/usr/bin/env bash
# A minute with commonplace, in a folder that is thrown away afterwards. Run by `make demo`.
set -euo pipefail
bin=$(cd "$(dirname "$0")/.." && pwd)/.venv/bin
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
export PATH="$bin:$PATH" HOME="$place" NO_COLOR=1 COMMONPLACE_WHO=ada COMMONPLACE_LANG="${COMMONPLACE_LANG:-en}"
export XDG_STATE_HOME="$place/state" XDG_DATA_HOME="$place/data"
export XDG_CONFIG_HOME="$place/config" XDG_CACHE_HOME="$place/cache"
unset COMMONPLACE_BOOK
mkdir "$place/project"
cd "$place/project"

title() { printf '\n\033[1m# %s\033[0m\n' "$*"; }
run() { # show a command the way a person types it, then run it
    local shown="" word
    for word in "$@"; do
        case $word in *[!A-Za-z0-9./_-]*) shown+=" \"$word\"" ;; *) shown+=" $word" ;; esac
    done
    printf '\n$%s\n' "$shown"
    "$@" | sed "s#$place/##g"
}

title "A book is a folder of Markdown files"
run commonplace init

title "Nothing is written that nobody approved: --yes approves in advance"
run commonplace remember "Deploys need the VPN. Ask Ada for access." --topic ops/deploy --kind CONFIG --yes
run commonplace remember "Retry a flaky upload twice, then stop and tell somebody." --topic ops --kind PATTERN --yes
run commonplace remember "发布之前先跑一遍回归测试。" --topic ops/release --kind WORKFLOW --yes
run commonplace list

title "What landed on disk is yours to read, edit, grep and merge"
run ls .memory .memory/10-Memories
run cat .memory/10-Memories/MEM-deploy-deploys-need-the.md

title "A prompt arrives: the agent gets the one line that helps, or nothing"
run commonplace recall "how do I get access for a deploy?"
run commonplace recall "发布之前要跑什么测试？"
run commonplace recall "write a poem about the sea"
printf '\n$ echo %s | commonplace hook prompt\n' '{"prompt": "the upload is flaky again"}'
echo '{"prompt": "the upload is flaky again"}' | commonplace hook prompt

title "Forgetting is a tombstone, and every write can be undone"
run commonplace forget MEM-deploy-deploys-need-the --reason "the VPN is gone" --yes
run commonplace list
run commonplace undo
run commonplace list
run commonplace log
run commonplace check
