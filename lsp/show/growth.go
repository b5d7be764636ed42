package show

import (
	"fmt"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

// Growth returns a message that describes a corpus built from a bibliography.
func Growth(r wire.GrowthResult) string {
	message := fmt.Sprintf("the corpus has %s, %d of them new", text.Count(r.Papers, "paper"), r.Added)
	if n := len(r.Missing); n > 0 {
		message += fmt.Sprintf("; %s in your bibliography could not be found (“%s”", text.Count(n, "reference"),
			text.OneLine(r.Missing[0]))
		if n > 1 {
			message += fmt.Sprintf(" and %d more", n-1)
		}
		message += ")"
	}
	return message + "; growth stopped because " + r.Reason
}
