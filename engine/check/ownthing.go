package check

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// introduces matches a sentence that names the paper's own method or resource. calls matches a
// reference to it without the name.
var (
	introduces = pattern.MustCompile(`\b(?:[Ww]e|paper|work|article|study) (?:\p{Ll}+ly )?(?:propose|present` +
		`|introduce|develop|describe|release|design|call)s? (?:here |a |an |the |our )*(?:new ` +
		`|novel )?(\p{L}[\p{L}\p{N}+-]*)(?: ?[(,:;]| ?\.$)`)
	calls = pattern.MustCompile(`\b(?:[Oo]ur|[Tt]he proposed) (?:proposed |new |novel |own )?(?:algorithm` +
		`|approach|architecture|benchmark|corpus|dataset|framework|method|model|pipeline|platform|software|system` +
		`|technique|tool|toolkit)\b`)
)

// withOwnName appends the name of the paper's own method or resource to phrases such as "our method", so
// that a claim with the name matches them too.
func withOwnName(passages []string) []string {
	name := ownName(passages)
	if name == "" {
		return passages
	}
	named := make([]string, len(passages))
	left := maxPaperBytes
	for i, p := range passages {
		named[i] = p
		if left -= len(p); left >= 0 && !strings.Contains(p, name) {
			named[i] = calls.ReplaceAllString(p, "$0 "+strings.ReplaceAll(name, "$", "$$"))
		}
	}
	return named
}

// ownName returns the name of the paper's own method or resource. It returns "" if the paper names none
// or several.
func ownName(passages []string) (name string) {
	left := maxPaperBytes
	for _, p := range passages {
		if left -= len(p); left < 0 {
			break
		}
		for _, match := range introduces.FindAllStringSubmatch(p, -1) {
			switch found := match[1]; {
			case len(found) > maxName || !isName(found, false) || found == name:
			case name != "":
				return ""
			default:
				name = found
			}
		}
	}
	return name
}
