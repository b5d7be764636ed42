#compdef scilit-lsp
# The program itself lists the candidates; for :files and :dirs, the shell
# completes paths.
_scilit-lsp() {
	local line
	local -a candidates
	for line in "${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
		case $line in
		'') ;;
		:files) compset -P '*='; _files ;;
		:dirs) compset -P '*='; _files -/ ;;
		*) candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}") ;;
		esac
	done
	(( ! $#candidates )) || _describe -V scilit-lsp candidates
}
if [ "$funcstack[1]" = _scilit-lsp ]; then
	_scilit-lsp "$@"
else
	compdef _scilit-lsp scilit-lsp
fi
