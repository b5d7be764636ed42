package tex

import "strings"

// displays are the environments that hold no running text, without stars:
// formulas, floats, tables, drawings and lists of references.
var displays = set(`equation align gather multline eqnarray displaymath math alignat flalign dmath subequations cases split
	figure table wrapfigure wraptable sidewaystable sidewaysfigure SCfigure algorithm algorithmic
	tabular tabularx longtable array matrix pmatrix bmatrix tikzpicture picture thebibliography`)

// verbatims are the environments in which nothing is a command.
var verbatims = set("lstlisting verbatim Verbatim minted comment filecontents")

// IsDisplay reports whether an environment, starred or not, holds no running text.
func IsDisplay(environment string) bool { return displays[strings.TrimSuffix(environment, "*")] }

// IsVerbatim reports whether nothing is a command in an environment, starred or not.
func IsVerbatim(environment string) bool { return verbatims[strings.TrimSuffix(environment, "*")] }

func set(names string) map[string]bool {
	all := make(map[string]bool)
	for _, name := range strings.Fields(names) {
		all[name] = true
	}
	return all
}
