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
run cat .memory/10-Memories/MEM-deploy-deploys-need-vpn.md

title "A prompt arrives: the agent gets the one line that helps, or nothing"
run commonplace recall "how do I get access for a deploy?"
run commonplace recall "发布之前要跑什么测试？"
run commonplace recall "write a poem about the sea"
printf '\n$ echo %s | commonplace hook prompt\n' '{"prompt": "the upload is flaky again"}'
echo '{"prompt": "the upload is flaky again"}' | commonplace hook prompt

title "Forgetting is a tombstone, and every write can be undone"
run commonplace forget MEM-deploy-deploys-need-vpn --reason "the VPN is gone" --yes
run commonplace list
run commonplace undo
run commonplace list
run commonplace log
run commonplace check

title "Years later: two notes say the same, two disagree, a link is dead, an index is stale"
quietly() { "$@" >/dev/null; }
quietly commonplace remember "The staging proxy listens on port 6001." --topic ops --kind CONFIG --yes
quietly commonplace remember "The staging proxy listens on port 6002." --topic ops --kind CONFIG --separate --yes
quietly commonplace remember "A flaky upload is retried two times before anybody is told." --topic ops --kind PATTERN \
    --keyword flaky --keyword upload --keyword retry --keyword twice --as create --yes
printf '%s\n' --- 'title: Rollback' 'tags: [WORKFLOW]' 'topic: ops/release' --- '' '# Rollback' '' 'Roll back with make rollback.' '' \
    '## Connections' '- [[MEM-gone]]' >.memory/10-Memories/MEM-rollback.md
run commonplace lint || true # exit code 1: something in the book is wrong

title "The repair: merged by proof, decided by you, derived again by the machine"
run commonplace distill --merge --select 1 --yes
run commonplace forget MEM-ops-staging-proxy-listens-2 --reason "that port was moved to 6001" --yes
run sed -i "/MEM-gone/d" .memory/10-Memories/MEM-rollback.md
run commonplace doctor --fix
run commonplace lint

title "And does a memory still reach an agent? A canary goes all the way and back"
run commonplace doctor --canary
run commonplace metrics
