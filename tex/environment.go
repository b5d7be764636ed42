package tex

import "strings"

// displays lists the environments that contain no running text, such as formulas, floats, tables,
// drawings and reference lists. Names have no star.
var displays = set(`equation align gather multline eqnarray displaymath math alignat flalign dmath subequations cases split
	figure table wrapfigure wraptable sidewaystable sidewaysfigure SCfigure algorithm algorithmic
	tabular tabularx longtable array matrix pmatrix bmatrix tikzpicture picture thebibliography`)

// verbatims lists the environments whose content TeX does not interpret.
var verbatims = set("lstlisting verbatim Verbatim minted comment filecontents")

// IsDisplay reports whether an environment contains no running text. A star at the end of its name
// is ignored.
func IsDisplay(environment string) bool { return displays[strings.TrimSuffix(environment, "*")] }

// IsVerbatim reports whether TeX does not interpret the content of an environment. A star at the
// end of its name is ignored.
func IsVerbatim(environment string) bool { return verbatims[strings.TrimSuffix(environment, "*")] }

func set(names string) map[string]bool {
	all := make(map[string]bool)
	for _, name := range strings.Fields(names) {
		all[name] = true
	}
	return all
}
