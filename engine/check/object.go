package check

import "github.com/scilit-lsp/scilit-lsp/engine/english"

// otherObject returns a head and its preposition if the paper always uses them with a different
// object, as in "tied to set" and "tied to innovation".
func (a alignment) otherObject() string {
	for k := 1; k+1 < len(a.claim.words); k++ {
		w := a.claim.words[k]
		head := a.claim.words[k-1]
		if !objectJoints[w.text] || w.text == "to" && infinitives[a.claim.words[k+1].text] ||
			head.kind != content && head.kind != frame || head.clause != w.clause {
			continue
		}
		objects := a.claim.objectsAfter(k)
		if len(objects) == 0 {
			continue
		}
		if seen, shared := a.objectShared(head, w, objects); seen && !shared {
			return head.raw + " " + w.raw
		}
	}
	return ""
}

var objectJoints = english.Set("object joints")

// objectWindow is the maximum number of content words after a preposition that may belong to its object.
const objectWindow = 6

// objectsAfter returns the indices of the first content words after the preposition at k.
func (s sentence) objectsAfter(k int) (objects []int) {
	for i := k + 1; i < len(s.words) && len(objects) < objectWindow; i++ {
		if s.words[i].kind != function {
			objects = append(objects, i)
		}
	}
	return objects
}

// objectShared reports whether a passage has the same head and preposition, and whether their
// objects share a word with the claim's.
func (a alignment) objectShared(head, joint word, objects []int) (seen, shared bool) {
	for j, passage := range a.passages {
		for _, at := range passage.at[head.stem] {
			if at+1 >= len(passage.words) || passage.words[at+1].text != joint.text {
				continue
			}
			if there := passage.objectsAfter(at + 1); len(there) > 0 {
				seen = seen || !a.claim.hasStem(stemOf(passage.words[there[0]]))
				shared = shared || a.sharesWord(objects, j, there)
			}
		}
	}
	return seen, shared
}

// sharesWord reports whether passage j has one of the objects' words at one of the given positions.
func (a alignment) sharesWord(objects []int, j int, there []int) bool {
	passage := a.passages[j]
	for _, i := range objects {
		w := a.claim.words[i]
		for _, at := range there {
			other := passage.words[at]
			if w.text == other.text || w.stem != "" && (w.stem == other.stem || w.root == other.root &&
				len(w.root) >= shortestRoot || synonyms[w.stem] > 0 && synonyms[w.stem] == synonyms[other.stem]) {
				return true
			}
		}
		if _, at := passage.match(a.claim, i); at >= there[0] && at <= there[len(there)-1] {
			return true
		}
	}
	return false
}

var infinitives = english.Set("infinitives")
