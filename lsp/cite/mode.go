package cite

import (
	"errors"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
)

// A Mode is the kind of change that an action makes.
type Mode = wire.Mode

const (
	WriteSentence      = wire.ModeSentence
	WriteMark          = wire.ModeMark
	Rewrite            = wire.ModeRewrite
	Another       Mode = "another"     // the next sentence about the paper that the one at the cursor cites
	WriteEntry    Mode = "entry"       // the entry alone, for a key that was just typed
	AddEntry      Mode = "add"         // the entry alone, under a new key
	ReplaceKey    Mode = "key"         // the key in place of an identifier that is cited, with its entry
	CiteLink      Mode = "link"        // a citation in place of a bare link to the work, with its entry
	RemoveKey     Mode = "remove"      // takes a citation out
	RemoveEntry   Mode = "removeEntry" // takes it out with its entry
)

// ErrNoSite is returned if no sentence can be inserted.
var ErrNoSite = errors.New("nothing can be cited here: move the cursor into running text")
