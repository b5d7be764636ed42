package compose

import "strings"

// A Use is a named resource, introduced by a paper, that other authors can use.
type Use struct {
	Name   string
	Noun   string // kind of the resource, such as "parser" or "dataset"
	Source Source // sentence that names it
}

// Uses returns a work's named resources that others can use, in document order. An abbreviation
// must occur in the title, since it may otherwise denote something older.
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

// usable lists the classes of resources that can be used. Tasks and languages cannot be used.
var usable = map[string]bool{"method": true, "data": true, "tool": true, "metric": true}

// sourceOf returns the first sentence of the abstract that contains a name, or the title.
func sourceOf(w Work, name string) (Source, bool) {
	for _, s := range w.Abstract {
		if strings.Contains(s.Text, name) {
			return s, true
		}
	}
	return Source{Text: w.Title, Section: "Title"}, strings.Contains(w.Title, name)
}

// Sentence returns a sentence in which a citing author reports using the resource.
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
