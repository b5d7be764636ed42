package cli

import (
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/verify"
)

// CodeNames returns the set of finding codes and entry fields that the user listed in a flag.
func CodeNames(flag string, names []string) (verify.Names, error) {
	all := verify.Names{}
	for _, name := range names {
		if !verify.IsName(name) {
			return nil, fmt.Errorf("%w: %s %s is neither a known code nor a field; `scilit-lsp check "+
				"--codes` lists both", ErrUsage, flag, name)
		}
		all[name] = true
	}
	return all, nil
}
