#!/bin/sh
# Runs every fuzz target in the module for the given time: ./fuzz.sh 60s
# Minimization is limited, because by default it can use up the whole time.
set -eu
grep -rlE '^func Fuzz' --include='*_test.go' . | xargs -n1 dirname | sort -u | while read -r dir; do
	grep -hoE '^func Fuzz[A-Za-z]*' "$dir"/*_test.go | sed 's/func //' | while read -r target; do
		echo "$dir $target"
		go test -run '^$' -fuzz "^$target\$" -fuzztime "$1" -fuzzminimizetime 10x "$dir"
	done
done
