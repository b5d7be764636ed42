# Runs scilit-lsp with kakoune-lsp, in addition to the other servers for a file type.
# Source this file after the line `eval %sh{kak-lsp}` of your kakrc.

declare-option -docstring %{Settings for scilit-lsp, as lines of TOML:
    set-option global scilit_settings 'indexes = ["~/papers/index"]'} \
    str scilit_settings

declare-option -docstring %{The scilit-lsp program} str scilit_command scilit-lsp

# Kakoune itself detects only LaTeX, Markdown and, in newer versions, Typst.
hook -group scilit global BufCreate .*\.bib %{ scilit-filetype bibtex }
hook -group scilit global BufCreate .*\.org %{ scilit-filetype org }
hook -group scilit global BufCreate .*\.typ %{ scilit-filetype typst }
hook -group scilit global BufCreate .*\.(qmd|[Rr]md) %{ scilit-filetype markdown }

define-command -hidden scilit-filetype -params 1 %{
    evaluate-commands %sh{
        [ -n "$kak_opt_filetype" ] || printf 'set-option buffer filetype %s' "$1"
    }
}

hook -group scilit global BufSetOption filetype=(?:latex|bibtex|markdown|typst|org) scilit-add-server

define-command -hidden scilit-add-server %{
    evaluate-commands %sh{
        case "$kak_opt_lsp_servers" in
        *'[scilit-lsp]'*) ;;
        *) echo scilit-append-server ;;
        esac
    }
}

define-command -hidden scilit-append-server %{
    set-option -add buffer lsp_servers "
[scilit-lsp]
command = '%opt{scilit_command}'
root_globs = ['scilit.toml', '.git', '.hg']
settings_section = 'scilit'
[scilit-lsp.settings.scilit]
%opt{scilit_settings}
"
}

# Opens the menu of papers, without fixes.
define-command scilit-suggest -docstring 'Choose a paper to cite at the cursor' %{
    lsp-code-actions refactor
}
