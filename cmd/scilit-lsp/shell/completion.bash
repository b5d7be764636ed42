# bash completion for scilit-lsp. The program itself lists the candidates;
# for :files and :dirs, the shell completes paths.
_scilit_lsp() {
	local candidate path cur=${COMP_WORDS[COMP_CWORD]}
	[ "$cur" != = ] || cur=
	COMPREPLY=()
	while IFS=$'\t' read -r candidate _; do
		case $candidate in
		:files | :dirs)
			compopt -o filenames 2>/dev/null
			while IFS= read -r path; do
				COMPREPLY+=("$path")
			done < <(compgen -"${candidate:1:1}" -- "$cur")
			;;
		*) COMPREPLY+=("$candidate") ;;
		esac
	done < <("${COMP_WORDS[0]}" complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _scilit_lsp scilit-lsp
