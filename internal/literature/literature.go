// Package literature generates a synthetic literature for tests and evaluations. Its works belong
// to topics within fields and have years and references. Some works describe methods, which all
// fields cite. Others are preprints of works that were published later, partly under another title.
// Some records lack data, as in real citation indexes. The same seed always generates the same
// literature.
package literature

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// Options configure the size of a literature.
type Options struct {
	Seed   uint64
	Works  int
	Topics int // number of topics, summed over all fields
	Fields int
}

// A World is a synthetic literature. Works are numbered in order of publication.
type World struct {
	Options
	Refs    [][]int32 // for each work, the works that it cites
	Citing  [][]int32 // for each work, the works that cite it
	Topic   []int16   // for each work, its topic
	methods []int32   // works about methods, which all fields cite
	byTopic [][]int32
	byField [][]int32
	total   int // number of works in the whole literature, if this World is an earlier state of it

	Retracted map[int]bool // works that have been retracted
	Revised   map[int]bool // works whose title was changed after publication
}

// Before returns the literature as it was before the given work was published.
func (w *World) Before(work int) *World {
	past := *w
	past.Works, past.total = work, w.Works
	past.Citing = make([][]int32, len(w.Citing))
	for i, citing := range w.Citing {
		for _, from := range citing {
			if int(from) < work {
				past.Citing[i] = append(past.Citing[i], from)
			}
		}
	}
	return &past
}

const (
	firstYear, lastYear = 1980, 2026
	methodShare         = 1000 // one in methodShare works is about a method
)

// New generates a literature of the given size.
func New(o Options) *World {
	w := &World{Options: o, Refs: make([][]int32, o.Works), Citing: make([][]int32, o.Works),
		Topic: make([]int16, o.Works), byTopic: make([][]int32, o.Topics), byField: make([][]int32, o.Fields)}
	random := rand.New(rand.NewPCG(o.Seed, 1))
	for i := range o.Works {
		at := int32(i)
		topic := random.IntN(o.Topics)
		w.Topic[i] = int16(topic)
		w.Refs[i] = w.references(random, at, topic)
		for _, to := range w.Refs[i] {
			w.Citing[to] = append(w.Citing[to], at)
		}
		w.byTopic[topic] = append(w.byTopic[topic], at)
		w.byField[w.Field(topic)] = append(w.byField[w.Field(topic)], at)
		if random.IntN(methodShare) == 0 {
			w.methods = append(w.methods, at)
		}
	}
	return w
}

// Field returns the field to which a topic belongs.
func (w *World) Field(topic int) int { return topic * w.Fields / w.Topics }

// references draws the works that work number at cites: most from its topic, some from its field
// and from methods, and a few from all works. One in eight works has no references.
func (w *World) references(random *rand.Rand, at int32, topic int) (refs []int32) {
	if random.IntN(8) == 0 {
		return nil
	}
	taken := make(map[int32]bool)
	for range 5 + random.IntN(45) {
		from := w.byTopic[topic]
		switch kind := random.IntN(100); {
		case kind < 8:
			from = w.methods
		case kind < 14:
			if at > 0 {
				from = []int32{random.Int32N(at)}
			}
		case kind < 34:
			from = w.byField[w.Field(topic)]
		}
		if len(from) == 0 {
			continue
		}
		if to := pick(random, from); !taken[to] {
			taken[to] = true
			refs = append(refs, to)
		}
	}
	return refs
}

// pick draws one of the works. It prefers recent works and, equally often, the oldest ones, as if
// they were classics.
func pick(random *rand.Rand, from []int32) int32 {
	u := random.Float64()
	if random.IntN(2) == 0 {
		return from[int(float64(len(from))*u*u*u)]
	}
	return from[len(from)-1-int(float64(len(from))*u*u)]
}

// A Work is the bibliographic record of a work.
type Work struct {
	Number          int
	Title, Abstract string
	Given, Family   string
	DOI             string // "" for every 19th work
	Year            int
	Preprint        bool // whether the work is a preprint, of which the next work is the published version
}

const preprints = 20 // interval between works that are preprints

// Work returns the bibliographic record of work number i.
func (w *World) Work(i int) Work {
	r := Work{Number: i, Year: w.Year(i), Preprint: w.IsPreprint(i)}
	about := i
	if r.Preprint {
		about = i + 1
	}
	random := rand.New(rand.NewPCG(w.Seed, uint64(about)+10))
	topic := int(w.Topic[about])
	r.Title = fmt.Sprintf("%s %s in the %s of %s, part %d", verbs[random.IntN(len(verbs))],
		w.term(topic, random), things[random.IntN(len(things))], w.term(topic, random), about)
	if r.Preprint && i%(2*preprints) == 0 {
		// every second preprint differs from its published version in title
		r.Title = "Towards " + strings.ToLower(r.Title[:1]) + r.Title[1:]
	}
	r.Family = syllables[random.IntN(len(syllables))] + syllables[random.IntN(len(syllables))] + "son"
	r.Family = strings.ToUpper(r.Family[:1]) + r.Family[1:]
	r.Given = string(rune('A'+random.IntN(26))) + "."
	if i%19 != 0 {
		r.DOI = fmt.Sprintf("10.5555/world.%d", i)
	}
	if w.Revised[i] {
		r.Title += ", revised"
	}
	if random.IntN(10) < 7 {
		r.Abstract = fmt.Sprintf("We study %s and show that %s depends on the %s of %s.", w.term(topic, random),
			w.term(topic, random), things[random.IntN(len(things))], w.term(topic, random))
	}
	return r
}

// IsPreprint reports whether work i is a preprint, of which work i+1 is the published version.
func (w *World) IsPreprint(i int) bool { return i%preprints == 0 && i+1 < w.Works }

// IsMethod reports whether work i is about a method, so that all fields cite it.
func (w *World) IsMethod(i int) bool { return slices.Contains(w.methods, int32(i)) }

// Year returns the publication year of work i. More works are published in later years.
func (w *World) Year(i int) int {
	share := float64(i) / float64(max(w.total, w.Works, 1))
	return firstYear + int(float64(lastYear-firstYear)*(1-(1-share)*(1-share)))
}

var (
	verbs     = []string{"Measuring", "Explaining", "Modelling", "Observing", "Comparing", "Predicting"}
	things    = []string{"structure", "growth", "history", "dynamics", "variation", "limits"}
	syllables = []string{"ba", "ne", "ti", "ro", "mu", "sa", "le", "vi", "ko", "da", "fe", "gu"}
)

// term returns a random word out of the 40 words that belong to a topic.
func (w *World) term(topic int, random *rand.Rand) string {
	n := topic*40 + random.IntN(40)
	word := ""
	for range 4 {
		word += syllables[n%len(syllables)]
		n = n/len(syllables) + 7*topic
	}
	return word
}

// Seeds returns n works on a topic that an author might cite. They are spread over the last third
// of the topic's works. If a work has no DOI, it takes the work before it.
func (w *World) Seeds(topic, n int) (seeds []int) {
	all := w.byTopic[topic]
	for i := range n {
		at := int(all[len(all)-1-i*len(all)/(3*n)])
		if at%19 == 0 {
			at = int(all[len(all)-2-i*len(all)/(3*n)])
		}
		seeds = append(seeds, at)
	}
	return seeds
}

// OfTopic returns the number of works on a topic.
func (w *World) OfTopic(topic int) int { return len(w.byTopic[topic]) }
