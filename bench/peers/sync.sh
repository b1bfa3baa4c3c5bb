#!/usr/bin/env bash
# The job with curl and jq: for each file in templates/, reads the template, adds or updates it, and requests its inspection.
# 16 templates are in progress at a time. An answer with another code than 200 ends the run.
set -euo pipefail

call() {
  local answer code
  answer=$(jq -c --argjson account "$ACCOUNT" '$account + .' | curl -sS "$ORIGIN/v3/msgr/template/$1" -H 'content-type: application/json' --data-binary @-)
  code=$(jq -r .code <<< "$answer")
  if [ "$code" != 200 ] && [ "$code" != "${2-}" ]; then
    echo "$1: $answer" >&2
    return 1
  fi
  echo "$answer"
}

sync() {
  local named live
  named=$(jq -c '{templateCode}' "$1")
  # 508: no template has this code.
  live=$(call detail 508 <<< "$named")
  if [ "$(jq -r .code <<< "$live")" = 508 ]; then
    call add < "$1" > /dev/null
  elif jq -e --slurpfile want "$1" '
      def shown: [.templateName, .templateContent, .categoryCode, [.buttons[] | [.name, .linkType, .linkMo]]];
      (.data | shown) == ($want[0] | shown)' <<< "$live" > /dev/null; then
    return 0
  else
    call cancel_request <<< "$named" > /dev/null
    call update < "$1" > /dev/null
  fi
  call request <<< "$named" > /dev/null
}

export -f call sync
printf '%s\0' templates/*.json | xargs -0 -n 1 -P 16 bash -euo pipefail -c 'sync "$0"'
