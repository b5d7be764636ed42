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
	Another       Mode = "another" // replaces the citing sentence with a different one about the same paper
	WriteEntry    Mode = "entry"   // adds only the entry, for a key that the user just typed
	AddEntry      Mode = "add"     // adds only the entry, under a new key
	// replaces an identifier used as a key with the key of the paper's entry, and adds the entry
	ReplaceKey  Mode = "key"
	CiteLink    Mode = "link"        // replaces a bare link with a citation, and adds the entry
	RemoveKey   Mode = "remove"      // removes a citation
	RemoveEntry Mode = "removeEntry" // removes a citation and its entry
)

// ErrNoSite is returned if no citation can be inserted at a position.
var ErrNoSite = errors.New("nothing can be cited here: move the cursor into running text")
