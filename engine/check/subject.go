package check

import (
	"strings"

	"github.com/scilit-lsp/scilit-lsp/internal/pattern"
)

// itBegins matches a passage in which "it" refers to the subject of an earlier passage.
var itBegins = pattern.MustCompile(`^It ([\p{Ll}])|^([^,]{3,60}), it ([\p{Ll}])`)

// withSubjects replaces "it" with the name that begins the previous passage, or the passage before
// a run of passages with "it".
func withSubjects(passages []string) []string {
	named, subject := passages, ""
	left := maxPaperBytes
	for i, p := range passages {
		if left -= len(p); left < 0 {
			break
		}
		first, _, _ := strings.Cut(strings.TrimSpace(p), " ")
		switch {
		case len(first) < maxName && isName(first, false):
			subject = first
		case subject != "" && itBegins.MatchString(p[:min(len(p), maxLeadBytes)]):
			if &named[0] == &passages[0] {
				named = append([]string(nil), passages...)
			}
			named[i] = withSubject(p, subject)
		default:
			subject = ""
		}
	}
	return named
}

// Maximum lengths of a name and of the phrase that contains "it", in bytes.
const (
	maxName      = 30
	maxLeadBytes = 80
)

func withSubject(p, subject string) string {
	if rest, ok := strings.CutPrefix(p, "It "); ok {
		return subject + " " + rest
	}
	return strings.Replace(p, ", it ", ", "+subject+" ", 1)
}
