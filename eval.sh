#!/bin/sh
# Prints the retrieval table: ./eval.sh BIN CONTEXTS INDEX...
set -eu
bin=$1 contexts=$2
shift 2
for dir in "$@"; do indexes="${indexes-} --index $dir"; done
for pipeline in ${PIPELINES-bm25 embedding fused content default}; do
	for keywords in "" --no-keywords; do
		for years in "" --year-filter; do
			printf '%-10s %-14s %-14s' "$pipeline" "$keywords" "$years"
			# shellcheck disable=SC2086 # the options are words
			"$bin" retrieval $indexes --contexts "$contexts" --pipeline "$pipeline" $keywords $years
		done
	done
done
