package doc

// A Mark is a citation to insert without a sentence.
type Mark struct {
	Keys          []string
	Before, After string // prefix of the first key and locator of the last, such as "see" and "p. 3"
	// Fits reports whether an incomplete key refers to this work and is to be replaced. It is nil if
	// no key does.
	Fits func(typed string) bool
}

// Replaces reports whether the mark replaces the typed text.
func (k Mark) Replaces(typed string) bool { return typed != "" && k.Fits != nil && k.Fits(typed) }

// An Edit replaces a range. If the range is empty, it inserts.
type Edit struct {
	Span
	Text string
}

// Insertion returns an edit that inserts text.
func Insertion(at int, text string) Edit { return Edit{Span{at, at}, text} }

// Apply returns the edited text.
func (e Edit) Apply(source string) string { return source[:e.Start] + e.Text + source[e.End:] }
