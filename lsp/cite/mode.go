package cite

import "errors"

// A Mode says what an action writes.
type Mode string

const (
	WriteSentence Mode = "sentence" // a citing sentence behind the one at the cursor
	WriteMark     Mode = "mark"     // the citation alone
	Rewrite       Mode = "rewrite"  // another sentence in place of the citing one at the cursor
	Another       Mode = "another"  // the next of the sentences about the paper of the citing one at the cursor
	WriteEntry    Mode = "entry"    // the entry alone, for a key that was just typed
	ReplaceKey    Mode = "key"      // the key in place of an identifier that is cited, with its entry

	RemoveKey   Mode = "remove"      // takes a citation out
	RemoveEntry Mode = "removeEntry" // takes it out with its entry
)

// ErrNoPlace is the error where no sentence can be written.
var ErrNoPlace = errors.New("nothing can be cited here: move the cursor into running text")
