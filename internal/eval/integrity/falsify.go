package integrity

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

// Falsify makes a benchmark from correct records. It returns a pool of all records and one labelled
// entry per record. Every second entry is falsified in one of HALLMARK's ways, except those that
// need preprints. As in journals, entries abbreviate given names to initials, but the pool contains
// full names.
func Falsify(records iter.Seq2[*engine.Paper, error], seed uint64) (entries, pool []LabelledEntry, err error) {
	random := rand.New(rand.NewPCG(seed, 0))
	var papers []*engine.Paper
	for p, err := range records {
		if err != nil {
			return nil, nil, err
		}
		if len(p.Authors) >= 3 && p.Year > 0 && p.Venue != "" && p.DOI != "" && len(strings.Fields(p.Title)) >= 5 {
			papers = append(papers, p)
		}
	}
	if len(papers) < 2 {
		return nil, nil, fmt.Errorf("%d records with three authors, year, venue and DOI are too few", len(papers))
	}
	for i, p := range papers {
		pool = append(pool, entryOf(fmt.Sprintf("pool%d", i), p, false))
		e := entryOf(fmt.Sprintf("e%d", i), p, true)
		if i%2 == 1 {
			kind := falsifications[i/2%len(falsifications)]
			other := papers[random.IntN(len(papers))]
			for other.Title == p.Title || other.Venue == p.Venue {
				other = papers[random.IntN(len(papers))]
			}
			e.Label, e.Kind = "HALLUCINATED", kind.name
			kind.apply(e.Fields, entryOf("", other, true).Fields, random)
		}
		entries = append(entries, e)
	}
	return entries, pool, nil
}

// entryOf converts a record to a correct entry. If initials is true, given names are abbreviated.
func entryOf(key string, p *engine.Paper, initials bool) LabelledEntry {
	var names []string
	for _, a := range p.Authors {
		given := a.Given
		if initials {
			given = ""
			for _, word := range strings.Fields(a.Given) {
				given += string([]rune(word)[:1]) + ". "
			}
		}
		names = append(names, strings.TrimSuffix(strings.TrimSpace(a.Family+", "+given), ","))
	}
	return LabelledEntry{Key: key, Type: "article", Label: "VALID", Fields: map[string]string{
		"title": p.Title, "author": strings.Join(names, " and "), "year": fmt.Sprint(p.Year), "journal": p.Venue, "doi": p.DOI}}
}

// A falsification is a way to falsify an entry. apply changes the fields f, for which it may use
// the fields of another correct entry.
type falsification struct {
	name  string
	apply func(f, other map[string]string, random *rand.Rand)
}

// falsifications lists the ways to falsify an entry: they change a single field, mix two works or
// invent one.
var falsifications = []falsification{
	{"fabricated_doi", func(f, _ map[string]string, random *rand.Rand) {
		f["doi"] = fmt.Sprintf("10.%d/fake.%d", 1000+random.IntN(9000), random.IntN(1_000_000))
	}},
	{"future_date", func(f, _ map[string]string, random *rand.Rand) { f["year"] = fmt.Sprint(2030 + random.IntN(9)) }},
	{"near_miss_title", func(f, _ map[string]string, random *rand.Rand) {
		words := strings.Fields(f["title"])
		at := random.IntN(len(words))
		words[at] = "alternative"
		f["title"] = strings.Join(words, " ")
	}},
	{"nonexistent_venue", func(f, _ map[string]string, random *rand.Rand) {
		f["journal"] = "International Journal of Advanced " + []string{"Bioscience Frontiers", "Plant Informatics",
			"Clinical Discovery"}[random.IntN(3)]
	}},
	{"partial_author_list", func(f, _ map[string]string, _ *rand.Rand) {
		names := strings.Split(f["author"], " and ")
		f["author"] = strings.Join(append(names[:1:1], names[2:]...), " and ")
	}},
	{"placeholder_authors", func(f, _ map[string]string, _ *rand.Rand) { f["author"] = "Doe, John and Smith, Jane" }},
	{"swapped_authors", func(f, other map[string]string, _ *rand.Rand) { f["author"] = other["author"] }},
	{"wrong_venue", func(f, other map[string]string, _ *rand.Rand) { f["journal"] = other["journal"] }},
	{"chimeric_title", func(f, other map[string]string, _ *rand.Rand) { f["title"] = other["title"] }},
	{"hybrid_fabrication", func(f, other map[string]string, _ *rand.Rand) {
		f["title"], f["author"] = "A unified perspective on "+strings.ToLower(other["title"]), "Doe, John and Smith, Jane"
	}},
	{"merged_citation", func(f, other map[string]string, _ *rand.Rand) {
		f["author"], f["journal"], f["year"] = other["author"], other["journal"], other["year"]
	}},
	{"plausible_fabrication", func(f, other map[string]string, _ *rand.Rand) {
		a, b := strings.Fields(f["title"]), strings.Fields(other["title"])
		f["title"] = strings.Join(append(a[:len(a)/2:len(a)/2], b[len(b)/2:]...), " ")
		delete(f, "doi")
	}},
}
