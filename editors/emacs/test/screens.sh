#!/bin/bash
# Takes screenshots of Emacs under X: the papers next to the list, the inserted citation, the
# highlights, an answer, and related work. It needs Xvfb, xdotool, ImageMagick and a graphical
# Emacs, such as Debian's emacs-gtk.
#
#   editors/emacs/test/screens.sh SERVER INDEX FOLDER
set -euo pipefail
server=$(realpath "$1") index=$(realpath "$2")
mkdir -p "$3"
pictures=$(realpath "$3")
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
export DISPLAY=:${SCREEN_NUMBER-97}
Xvfb "$DISPLAY" -screen 0 1280x800x24 >"$work/xvfb.log" 2>&1 &
xvfb=$!
trap 'kill "${emacs-$xvfb}" "$xvfb" 2>/dev/null || true; wait; rm -rf "$work"' EXIT
cp -r "$here/../../../testdata/manuscript" "$work/ws"
cat >"$work/init.el" <<LISP
(package-initialize)
(setq native-comp-async-report-warnings-errors nil)
(setq inhibit-startup-screen t ring-bell-function 'ignore make-backup-files nil
      server-name "$work/socket" server-socket-dir "$work")
(add-to-list 'load-path "$here/..")
(require 'scilit)
(setq scilit-program "$server")
(scilit-setup)
(server-start)
(find-file "$work/ws/main.tex")
LISP
HOME=$work/home
mkdir "$HOME"
export HOME SCILIT_INDEX=$index SCILIT_ENGINE=plain
"${EMACS:-emacs}" --no-init-file --load "$work/init.el" --geometry 140x38 >"$work/emacs.log" 2>&1 &
emacs=$!

lisp() { emacsclient --socket-name "$work/socket" --eval "$1"; }

# Waits until an expression is true.
until_lisp() { # expression
	for _ in $(seq 300); do
		[ "$(lisp "(if $1 t)" 2>/dev/null)" = t ] && return
		sleep 0.2
	done
	shot failed
	echo "FAIL: $1" >&2
	cat "$work/emacs.log" >&2
	exit 1
}

keys() { xdotool key --delay 60 "$@"; }

shot() { # name
	lisp '(redisplay t)' >/dev/null 2>&1 || true
	sleep 0.7
	import -window root "$pictures/$1.png"
	echo "$pictures/$1.png"
}

shows() { # pattern: in any window
	echo "(seq-some (lambda (w) (with-current-buffer (window-buffer w) (save-excursion (goto-char (point-min)) (re-search-forward \"$1\" nil t)))) (window-list nil t))"
}

until_lisp "(get-buffer \"main.tex\")"
xdotool mousemove 1200 600
lisp '(progn (delete-other-windows) (switch-to-buffer "main.tex") (goto-char (point-min)) (search-forward "scilit:") (end-of-line))' >/dev/null
keys ctrl+c plus c
until_lisp '(active-minibuffer-window)'
until_lisp "$(shows 'Suggested sentence')"
shot papers
keys Down
keys Tab
sleep 1
shot completions
keys Escape Escape Escape
until_lisp '(not (active-minibuffer-window))'
keys ctrl+c plus c
until_lisp '(active-minibuffer-window)'
until_lisp "$(shows 'Suggested sentence')"
keys Return
until_lisp '(with-current-buffer "main.tex" (save-excursion (goto-char (point-min)) (re-search-forward "cite[tp]?{" nil t)))'
shot cited
lisp '(progn (delete-other-windows) (switch-to-buffer "main.tex") (goto-char (point-min)) (re-search-forward "cite[tp]?{") (call-interactively (quote scilit-show-highlights)))' >/dev/null
sleep 3
shot highlights
lisp '(delete-other-windows)' >/dev/null
keys ctrl+c plus q
until_lisp '(active-minibuffer-window)'
shot scope
xdotool type --delay 20 'all'
keys Tab Return
sleep 1
xdotool type --delay 20 'Which tasks probe sentence embeddings?'
keys Return
sleep 6
shot ask
lisp '(progn (delete-other-windows) (switch-to-buffer "main.tex") (goto-char (point-min)) (search-forward "experiments."))' >/dev/null
keys ctrl+c plus w
until_lisp '(active-minibuffer-window)'
xdotool type --delay 20 'probing tasks; iron in rice'
keys Return
sleep 6
shot related
keys ctrl+c plus d
sleep 4
shot doctor
lisp '(progn (set-buffer-modified-p nil) (kill-emacs))' >/dev/null 2>&1 || true
