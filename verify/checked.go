package verify

// A Checked entry is a result with its place.
type Checked struct {
	Path         string // as the user named the file
	Line, Column int    // of the entry, both from 1
	EndLine      int
	Result
}
