#!/usr/bin/env bash
# check.sh: runs luaflow check with what the action was given, in PATHS, ARGS, SARIF and FAIL.
set -uo pipefail
mapfile -t paths < <(grep -v '^[[:space:]]*$' <<<"${PATHS-.}")
mapfile -t args < <(grep -v '^[[:space:]]*$' <<<"${ARGS-}")
formats=github
[[ -z ${SARIF-} ]] || formats+=,sarif=$SARIF
code=0
"$RUNNER_TEMP/luaflow$(go env GOEXE)" check --format "$formats" "${args[@]}" -- "${paths[@]}" || code=$?
echo "exit-code=$code" >>"$GITHUB_OUTPUT"
if ((code > 1)) || { ((code == 1)) && [[ ${FAIL-true} == true ]]; }; then
	exit "$code"
fi
