package doc

// A Mark is a citation that is to be written without a sentence.
type Mark struct {
	Keys          []string
	Before, After string // what goes before the first key and behind the last: "see", "p. 3"
	// Fits reports whether a partly typed key means this work,
	// so that it is replaced; nil where none is.
	Fits func(typed string) bool
}

// Replaces reports whether the mark takes the place of what was typed.
func (k Mark) Replaces(typed string) bool { return typed != "" && k.Fits != nil && k.Fits(typed) }

// An Edit replaces a range, or inserts where it is empty.
type Edit struct {
	Span
	Text string
}

// Insertion is an edit that replaces nothing.
func Insertion(at int, text string) Edit { return Edit{Span{at, at}, text} }

// Apply returns the text after the edit.
func (e Edit) Apply(source string) string { return source[:e.Start] + e.Text + source[e.End:] }
