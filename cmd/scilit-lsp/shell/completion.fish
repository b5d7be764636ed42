# fish completion for scilit-lsp. What can follow is asked of the program
# itself; :files and :dirs mean that the shell's own completion does it.
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
