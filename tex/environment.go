package tex

import "strings"

// displays lists the environments without running text, by unstarred name: formulas, floats,
// tables, drawings and reference lists.
var displays = set(`equation align gather multline eqnarray displaymath math alignat flalign dmath subequations cases split
	figure table wrapfigure wraptable sidewaystable sidewaysfigure SCfigure algorithm algorithmic
	tabular tabularx longtable array matrix pmatrix bmatrix tikzpicture picture thebibliography`)

// verbatims lists the environments whose content TeX does not interpret.
var verbatims = set("lstlisting verbatim Verbatim minted comment filecontents")

// IsDisplay reports whether an environment, starred or not, has no running text.
func IsDisplay(environment string) bool { return displays[strings.TrimSuffix(environment, "*")] }

// IsVerbatim reports whether TeX does not interpret the content of an environment, starred or not.
func IsVerbatim(environment string) bool { return verbatims[strings.TrimSuffix(environment, "*")] }

func set(names string) map[string]bool {
	all := make(map[string]bool)
	for _, name := range strings.Fields(names) {
		all[name] = true
	}
	return all
}
