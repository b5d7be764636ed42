package treebank

import "slices"

// Refine assigns a relation to relative pronouns, which the CRAFT corpus leaves unspecified. A
// pronoun is the subject of its verb or, if the verb already has a subject, its object.
func (s *Sentence) Refine() {
	for i, relation := range s.Relations {
		if relation != "dep" || s.Tags[i] != "WDT" && s.Tags[i] != "WP" {
			continue
		}
		verb := int(s.Heads[i])
		if verb == len(s.Forms) || i > verb || !isVerb(s.Tags[verb]) {
			continue
		}
		switch {
		case !s.has(verb, "nsubj", "nsubjpass", "csubj", "csubjpass", "expl") && s.has(verb, "auxpass"):
			s.Relations[i] = "nsubjpass"
		case !s.has(verb, "nsubj", "nsubjpass", "csubj", "csubjpass", "expl"):
			s.Relations[i] = "nsubj"
		case !s.has(verb, "dobj", "auxpass"):
			s.Relations[i] = "dobj"
		}
	}
}

func isVerb(tag string) bool { return len(tag) > 1 && tag[:2] == "VB" }

// has reports whether token number head has a dependent with one of the given relations.
func (s *Sentence) has(head int, relations ...string) bool {
	for i, h := range s.Heads {
		if int(h) == head && slices.Contains(relations, s.Relations[i]) {
			return true
		}
	}
	return false
}
