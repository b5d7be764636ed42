package cite

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// maxTogether is how many papers one mark cites: more was selected by mistake.
const maxTogether = 50

// CheckMark refuses words that would end their own citation.
func (p Site) CheckMark(papers int, mark doc.Mark) error {
	switch {
	case papers > maxTogether:
		return fmt.Errorf("%d papers are too many for one citation: choose at most %d", papers, maxTogether)
	case !closed(mark.Before) || !closed(mark.After), strings.ContainsAny(mark.Before+mark.After, "\r\n@%;"):
		return errors.New("a prefix or a page cannot hold a line break, @, %, ; or a brace without its partner")
	case !p.Doc.Markup.UsesCommands && strings.ContainsAny(mark.Before+mark.After, "[]"):
		return errors.New("a prefix or a page cannot hold brackets here")
	}
	return nil
}

// closed reports whether each brace of a text has its partner in it.
func closed(s string) bool {
	depth := 0
	for i := 0; i < len(s) && depth >= 0; i++ {
		switch s[i] {
		case '\\':
			i++
			if i == len(s) {
				return false // it would escape what follows
			}
		case '{':
			depth++
		case '}':
			depth--
		}
	}
	return depth == 0
}

var pageBehindStop = regexp.MustCompile(`\.\s+(\d)`)

// Words are a prefix or a page as the document writes them: "p. 3" on one line.
func (p Site) Words(given string) string {
	return pageBehindStop.ReplaceAllString(strings.TrimSpace(given), "."+p.Doc.Markup.Tie+"$1")
}
