# fish completion for scilit-lsp. The program itself lists the candidates;
# for :files and :dirs, the shell completes paths.
function __scilit_lsp_complete
    set -l words (commandline -opc) (commandline -ct)
    for line in (command $words[1] complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (commandline -ct)
            case :dirs
                __fish_complete_directories (commandline -ct) folder
            case '*'
                echo $line
        end
    end
end
complete -c scilit-lsp -f -a '(__scilit_lsp_complete)'
