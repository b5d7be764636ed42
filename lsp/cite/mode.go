package cite

import (
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app"
)

// A Mode says what an action writes: those of app, and more that only actions have.
type Mode = app.Mode

const (
	WriteSentence      = app.ModeSentence
	WriteMark          = app.ModeMark
	Rewrite            = app.ModeRewrite
	Another       Mode = "another"     // the next of the sentences about the paper of the citing one at the cursor
	WriteEntry    Mode = "entry"       // the entry alone, for a key that was just typed
	AddEntry      Mode = "add"         // the entry alone, under a new key
	ReplaceKey    Mode = "key"         // the key in place of an identifier that is cited, with its entry
	CiteLink      Mode = "link"        // a citation in place of a bare link to the work, with its entry
	RemoveKey     Mode = "remove"      // takes a citation out
	RemoveEntry   Mode = "removeEntry" // takes it out with its entry
)

// ErrNoPlace is the error where no sentence can be written.
var ErrNoPlace = errors.New("nothing can be cited here: move the cursor into running text")
