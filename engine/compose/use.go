package compose

import "strings"

// A Use is something that a paper gives a name to, so that others can say that
// they use it.
type Use struct {
	Name   string
	Noun   string // what it is: "parser", "dataset"
	Source Source // the sentence that has the name
}

// Uses lists what of a work can be used by its name, in the order of the work.
// A mere abbreviation, which may be of something older, has to be in the title.
func Uses(w Work) (all []Use) {
	short := findAbbreviations(w.Abstract)
	for _, n := range findNames(w) {
		if !usable[kindNouns[n.noun]] || short[n.text] != "" && !strings.Contains(w.Title, n.text) {
			continue
		}
		if source, ok := sourceOf(w, n.text); ok {
			all = append(all, Use{n.text, n.noun, source})
		}
	}
	return all
}

// usable are the classes of things that are used, which tasks and languages are not.
var usable = map[string]bool{"method": true, "data": true, "tool": true, "metric": true}

// sourceOf is the first sentence of the abstract with a name, else the title.
func sourceOf(w Work, name string) (Source, bool) {
	for _, s := range w.Abstract {
		if strings.Contains(s.Text, name) {
			return s, true
		}
	}
	return Source{Text: w.Title, Section: "Title"}, strings.Contains(w.Title, name)
}

// Sentence says that the author uses it.
func (u Use) Sentence(tense Tense) string {
	verb := "use"
	if tense == Past {
		verb = "used"
	}
	if strings.Contains(strings.ToLower(u.Name), u.Noun) {
		return "We " + verb + " the " + u.Name + " " + Mark + "."
	}
	return "We " + verb + " the " + u.Name + " " + u.Noun + " " + Mark + "."
}
