#!/usr/bin/env bash
# What the GitHub Action (action.yml) runs in the workspace of the workflow. FILES and ARGUMENTS have one entry a line; SARIF is
# a file to write, or empty.
set -euo pipefail

arguments=()
while IFS= read -r line; do
  [[ -z $line ]] || arguments+=("$line")
done <<<"${ARGUMENTS-}"
# A file name that begins with a dash isn't an option.
arguments+=(--)
while IFS= read -r line; do
  [[ -z $line ]] || arguments+=("$line")
done <<<"$FILES"

validate() {
  node "$(dirname "${BASH_SOURCE[0]}")/../dist/cli.js" validate "$@"
}

if [[ -n ${SARIF-} ]]; then
  status=0
  validate --format sarif "${arguments[@]}" >"$SARIF" || status=$?
  # 1 means that there are errors, which the second call reports.
  ((status <= 1)) || exit "$status"
fi
validate --format github "${arguments[@]}"
