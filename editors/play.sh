# Simulates a user of a terminal editor through tmux, and checks the written files.
# The Kakoune and Helix tests source this file after setting manuscript, the folder
# of the sample, and work, a temporary folder.

passed=0

pass() { # name of the check
	passed=$((passed + 1))
	echo "ok $1"
}

# The socket is in the test's folder, so that no other tmux server is used.
in_tmux() { tmux -f /dev/null -S "$work/tmux" "$@"; }

# Runs an editor in a separate terminal.
start() { # folder, command, argument...
	(cd "$1" && shift && in_tmux new-session -d -x 110 -y 40 "$(printf '%q ' "$@")")
	in_tmux set-option -s escape-time 0
}

stop() { in_tmux kill-server 2>/dev/null || true; }

keys() { in_tmux send-keys "$@"; }

screen() { in_tmux capture-pane -p; }

fail() { # message
	echo "FAIL: $1" >&2
	screen >&2 || true
	exit 1
}

# Waits until a command succeeds.
until_true() { # description, command, argument...
	local what=$1 tries=0
	shift
	until "$@"; do
		tries=$((tries + 1))
		[ $tries -lt 300 ] || fail "no $what"
		sleep 0.2
	done
}

shows() { screen | grep -qE "$1"; }
shows_not() { ! shows "$1"; }

# Waits until the screen shows a pattern.
see() { until_true "'$1' on the screen" shows "$1"; } # pattern

# Waits until a file contains a pattern.
holds() { until_true "'$2' in $1" grep -qsE "$2" "$1"; } # file, pattern

# Copies the sample without its citation and with an empty .bib file, so that every
# cited paper is new. Prints the folder.
workspace() { # name
	cp -r "$manuscript" "$work/$1"
	: >"$work/$1/references.bib"
	sed -i 's/ *\[@reimers2019sentence\]//' "$work/$1/main.md"
	echo "$work/$1"
}

# Prints the key that the edit added, the last one in the .bib file.
added_key() { grep -oE '^@[a-z]+\{[^,]+' "$1/references.bib" | tail -1 | sed 's/.*{//'; } # folder

# Prints the first word of the added entry's title, which the output must contain.
title_word() { grep -E '^ *title' "$1/references.bib" | tail -1 | sed -E 's/.*= *\{+//; s/[^A-Za-z].*//'; } # folder

# Compiles the document, and checks that the output contains the reference.
compiled() { # name, folder
	local key; key=$(added_key "$2")
	grep -qE "\\\\cite[tp]\\{$key\\}" "$2/main.tex" || fail "no citation of $key in $2/main.tex"
	(cd "$2" && pdflatex -draftmode -interaction=nonstopmode main >log1 2>&1 && bibtex main >log2 2>&1 &&
		pdflatex -draftmode -interaction=nonstopmode main >log3 2>&1 && pdflatex -interaction=nonstopmode main >log4 2>&1) || { tail -30 "$2"/log?; exit 1; }
	! grep undefined "$2/log4" || exit 1
	pdftotext -layout "$2/main.pdf" "$2/main.txt"
	grep -q "$(title_word "$2")" "$2/main.txt" || fail "no reference in $2/main.txt"
	pass "$1, bibtex: $key"
}

converted() { # name, folder
	local key; key=$(added_key "$2")
	grep -qE "@$key" "$2/main.md" || fail "no citation of $key in $2/main.md"
	(cd "$2" && pandoc --citeproc --fail-if-warnings -t plain main.md -o main.txt)
	grep -q "$(title_word "$2")" "$2/main.txt" || fail "no reference in $2/main.txt"
	pass "$1, pandoc: $key"
}
