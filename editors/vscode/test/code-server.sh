#!/bin/bash
# Installs VS Code's own server from the npm package code-server into
# build/code-server, once and without compiling anything.
set -euo pipefail
version=4.100.3 # VS Code 1.100.3
folder=$(cd "$(dirname "$0")/../../.." && pwd)/build/code-server/$version
if [ ! -f "$folder/ready" ]; then
	rm -rf "$folder"
	mkdir -p "$folder"
	cd "$folder"
	npm pack --silent "code-server@$version" >/dev/null
	tar xzf "code-server-$version.tgz"
	rm "code-server-$version.tgz"
	cd package/lib/vscode
	npm install --omit=dev --ignore-scripts --no-audit --no-fund --silent
	ln -sfn node_modules node_modules.asar
	# The search of files wants ripgrep where a script that did not run would put it.
	if command -v rg >/dev/null; then
		mkdir -p node_modules/@vscode/ripgrep/bin
		ln -sf "$(command -v rg)" node_modules/@vscode/ripgrep/bin/rg
	fi
	touch "$folder/ready"
fi
echo "$folder/package/lib/vscode/out/server-main.js"
