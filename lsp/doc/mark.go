package doc

// A Mark is a citation mark to insert: keys, without a sentence.
type Mark struct {
	Keys          []string
	Before, After string // prefix of the first key and locator of the last one, such as "see" and "p. 3"
	// Fits reports whether an incomplete key refers to the cited work, so that the mark should
	// replace it. If nil, no key does.
	Fits func(typed string) bool
}

// Replaces reports whether the mark should replace an incomplete key.
func (k Mark) Replaces(typed string) bool { return typed != "" && k.Fits != nil && k.Fits(typed) }

// An Edit replaces a range of the text. If the range is empty, the edit is an insertion.
type Edit struct {
	Span
	Text string
}

// Insertion returns an edit that inserts text.
func Insertion(at int, text string) Edit { return Edit{Span{at, at}, text} }

// Apply returns the edited text.
func (e Edit) Apply(source string) string { return source[:e.Start] + e.Text + source[e.End:] }
