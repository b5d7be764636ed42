package reference

import (
	"slices"
	"strings"
)

// A Style is how references are formatted.
type Style string

// The styles.
const (
	APA     Style = "apa"                 // 7th edition
	IEEE    Style = "ieee"                //
	Chicago Style = "chicago-author-date" // 17th edition
	MLA     Style = "mla"                 // 9th edition
)

// Styles are the names of all styles.
var Styles = []string{string(APA), string(IEEE), string(Chicago), string(MLA)}

// Known reports whether there is a style of that name.
func Known(style string) bool { return slices.Contains(Styles, style) }

// italic encloses words in italics until it is known how these are written.
const italic = "\uE002"

// Format writes the reference with mark, such as "*", around what is in italics.
// mark and escape are for markup: escape is applied to the text between marks,
// where it is not nil.
func (w Work) Format(style Style, mark string, escape func(string) string) string {
	var text string
	switch style {
	case IEEE:
		text = w.ieee()
	case Chicago:
		text = w.chicago()
	case MLA:
		text = w.mla()
	default:
		text = w.apa()
	}
	pieces := strings.Split(unmarked.Replace(text), italic)
	if escape != nil {
		for i := range pieces {
			pieces[i] = escape(pieces[i])
		}
	}
	return strings.Join(pieces, mark)
}

// Plain is Format without any markup.
func (w Work) Plain(style Style) string { return w.Format(style, "", nil) }

func inItalics(s string) string {
	if s == "" {
		return ""
	}
	return italic + s + italic
}

// quoted puts a title in quotation marks, with the punctuation that follows it
// inside, as Americans do.
func quoted(title, punctuation string) string {
	title = strings.NewReplacer("“", "‘", "”", "’").Replace(title)
	return "“" + ended(title, punctuation) + "”"
}

// ended puts punctuation behind a text that does not end in some.
func ended(s, punctuation string) string {
	last := strings.TrimRight(unmarked.Replace(s), italic+"”’")
	if s == "" || strings.HasSuffix(last, "?") || strings.HasSuffix(last, "!") || punctuation == "." && strings.HasSuffix(last, ".") {
		return s
	}
	return s + punctuation
}

// sentences joins parts, each ended by a stop.
func sentences(parts ...string) string {
	var all []string
	for _, p := range parts {
		if p != "" {
			all = append(all, ended(p, "."))
		}
	}
	return strings.Join(all, " ")
}

// enclosed puts a text between two others, if there is any.
func enclosed(before, s, after string) string {
	if s == "" {
		return ""
	}
	return before + s + after
}

func resolver(doi string) string { return enclosed("https://doi.org/", doi, "") }

// editionWith writes "3rd" and a word; a text that is no number stays alone.
func editionWith(edition, word string) string {
	if number(edition) > 0 {
		return ordinal(edition) + " " + word
	}
	return edition
}

// ordinal writes a number as "3rd"; what is no number stays.
func ordinal(s string) string {
	n := number(s)
	if n == 0 {
		return s
	}
	switch {
	case n%100 >= 11 && n%100 <= 13:
		return s + "th"
	case n%10 == 1:
		return s + "st"
	case n%10 == 2:
		return s + "nd"
	case n%10 == 3:
		return s + "rd"
	}
	return s + "th"
}
