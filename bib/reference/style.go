package reference

import (
	"slices"
	"strconv"
	"strings"
)

// A Style is a citation style. Styles in [Styles] are available in every command and menu; a test
// reports the editors' lists that lack one. References in a style are compared with those of
// citeproc in testdata/<Name>.txt.
type Style struct {
	Name    string // name in settings, flags and requests
	Label   string // name in menus
	Manual  string // name and edition of the style's manual
	BareDOI bool   // DOIs are written as identifiers rather than URLs
	// Number returns the text before reference i, counted from 1, in a list of several references.
	// It is nil if the style does not number references.
	Number func(i int) string

	write func(Work) string
}

// Styles lists all styles. The first one is the default.
var Styles = []Style{
	{Name: "apa", Label: "APA", Manual: "Publication Manual of the APA, 7th edition", write: Work.apa},
	{Name: "ieee", Label: "IEEE", Manual: "IEEE Editorial Style Manual", BareDOI: true, write: Work.ieee},
	{Name: "chicago-author-date", Label: "Chicago", Manual: "Chicago Manual of Style, 17th edition, author-date",
		write: Work.chicago},
	{Name: "mla", Label: "MLA", Manual: "MLA Handbook, 9th edition", write: Work.mla},
	{Name: "vancouver", Label: "Vancouver", Manual: "ICMJE recommendations, numbered",
		Number: func(i int) string { return strconv.Itoa(i) + ". " }, write: Work.vancouver},
}

// DefaultStyle is the name of the default style.
var DefaultStyle = Styles[0].Name

// StyleNames returns the names of all styles.
func StyleNames() []string {
	return each(Styles, func(_ int, s Style) string { return s.Name })
}

// StyleNamed returns the style with the given name. ok is false if the name is unknown.
func StyleNamed(name string) (style Style, ok bool) {
	i := slices.IndexFunc(Styles, func(s Style) bool { return s.Name == name })
	if i < 0 {
		return Styles[0], false
	}
	return Styles[i], true
}

// italic is written before and after text in italics. It is later replaced with the markup.
const italic = "\uE002"

// Format returns the reference with mark, such as "*", before and after text in italics. escape, if
// not nil, is applied to the text between marks.
func (w Work) Format(style Style, mark string, escape func(string) string) string {
	pieces := strings.Split(unmarked.Replace(style.write(w)), italic)
	if escape != nil {
		for i := range pieces {
			pieces[i] = escape(pieces[i])
		}
	}
	return strings.Join(pieces, mark)
}

// Plain is like Format, but without markup.
func (w Work) Plain(style Style) string { return w.Format(style, "", nil) }

func inItalics(s string) string {
	if s == "" {
		return ""
	}
	return italic + s + italic
}

// quoted encloses a title and the punctuation after it in quotation marks, as in American English.
func quoted(title, punctuation string) string {
	title = strings.NewReplacer("“", "‘", "”", "’").Replace(title)
	return "“" + ended(title, punctuation) + "”"
}

// ended appends punctuation to a text unless it already ends with punctuation.
func ended(s, punctuation string) string {
	last := strings.TrimRight(unmarked.Replace(s), italic+"”’")
	if s == "" || strings.HasSuffix(last, "?") || strings.HasSuffix(last, "!") ||
		punctuation == "." && strings.HasSuffix(last, ".") {
		return s
	}
	return s + punctuation
}

// sentences joins parts and ends each with a period.
func sentences(parts ...string) string {
	var all []string
	for _, p := range parts {
		if p != "" {
			all = append(all, ended(p, "."))
		}
	}
	return strings.Join(all, " ")
}

// enclosed returns s between before and after, or "" if s is empty.
func enclosed(before, s, after string) string {
	if s == "" {
		return ""
	}
	return before + s + after
}

func resolver(doi string) string { return enclosed("https://doi.org/", doi, "") }

// editionWith formats a numeric edition as an ordinal followed by word, such as "3rd ed.". It returns
// any other edition unchanged.
func editionWith(edition, word string) string {
	n, suffix := number(edition), "th"
	if n == 0 {
		return edition
	}
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			suffix = "st"
		case 2:
			suffix = "nd"
		case 3:
			suffix = "rd"
		}
	}
	return edition + suffix + " " + word
}
