// Package integrity measures how well a check separates falsified references from correct ones, on
// the HALLMARK benchmark.
package integrity

import (
	"context"
	"fmt"
	"hash/fnv"
	"iter"
	"strconv"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
)

// A LabelledEntry is an entry of the HALLMARK benchmark. Its label states whether it is valid, and
// Kind names the way in which it was falsified.
type LabelledEntry struct {
	Key    string            `json:"bibtex_key"`
	Type   string            `json:"bibtex_type"`
	Fields map[string]string `json:"fields"`
	Label  string            `json:"label"`
	Kind   string            `json:"hallucination_type"`
}

func (e LabelledEntry) valid() bool { return e.Label == "VALID" }

// bibTeX formats the entry as BibTeX. It removes the braces of a value in which they are
// unbalanced, which occurs in the benchmark's data.
func (e LabelledEntry) bibTeX() string {
	var b strings.Builder
	fmt.Fprintf(&b, "@%s{%s,\n", e.Type, e.Key)
	for _, name := range []string{"title", "author", "year", "booktitle", "journal", "doi", "url", "note"} {
		if value := e.Fields[name]; value != "" {
			fmt.Fprintf(&b, "  %s = {%s},\n", name, balanced(value))
		}
	}
	return b.String() + "}\n"
}

func balanced(value string) string {
	depth := 0
	for i := range len(value) {
		switch value[i] {
		case '{':
			depth++
		case '}':
			depth--
		}
		if depth < 0 {
			break
		}
	}
	if depth == 0 {
		return value
	}
	return strings.NewReplacer("{", "", "}", "").Replace(value)
}

// PoolPapers converts entries to bibliographic records, from which an index can be built.
func PoolPapers(pool []LabelledEntry) iter.Seq2[*engine.Paper, error] {
	return func(yield func(*engine.Paper, error) bool) {
		for i, e := range pool {
			p := &engine.Paper{ID: fmt.Sprintf("%d:%s", i, e.Key), Title: e.Fields["title"],
				Venue: e.Fields["booktitle"] + e.Fields["journal"], DOI: e.Fields["doi"], URL: e.Fields["url"]}
			p.Year, _ = strconv.Atoi(e.Fields["year"])
			names, _ := bib.ParseNames(e.Fields["author"])
			for _, n := range names {
				p.Authors = append(p.Authors, engine.Author{Given: n.Given, Family: n.Family})
			}
			p.Normalise()
			if !yield(p, nil) {
				return
			}
		}
	}
}

// A Rate counts the entries that a check flags, out of N. An entry is flagged if it fails the check
// under the policy of the evaluation.
type Rate struct {
	N        int     `json:"n"`
	Flagged  int     `json:"flagged"`
	NotFound int     `json:"not_found"` // number of entries for which no record was found
	Check    int     `json:"check"`     // number of entries that are not flagged, but should be checked by a person
	Share    float64 `json:"share"`     // Flagged divided by N
	Doubted  float64 `json:"doubted"`   // Flagged plus Check, divided by N
}

func (r *Rate) add(result verify.EntryResult, failing verify.Policy) {
	v := result.Verdict
	r.N++
	if result.Fails(failing) {
		r.Flagged++
	}
	if v == verify.NotFound {
		r.NotFound++
	}
	if v == verify.Check && !result.Fails(failing) {
		r.Check++
	}
	r.Share = float64(r.Flagged) / float64(r.N)
	r.Doubted = float64(r.Flagged+r.Check) / float64(r.N)
}

// A Part contains the results for some of the entries.
type Part struct {
	Detection Rate `json:"detection"` // rate of flagged entries among the falsified ones
	// FalseAlarms is the rate of flagged entries among the valid ones whose title is in the pool.
	FalseAlarms Rate `json:"false_alarms"`
	Outside     Rate `json:"outside"` // rate of flagged entries among the valid ones whose title is not in the pool
}

// A Report contains the results for all entries, and for parts of them.
type Report struct {
	Part
	// ClosedWorld is true if the pool contains every real work. The results are then an upper
	// bound.
	ClosedWorld bool `json:"closed_world"`
	// Halves contains the results for two halves of the entries, split by a hash of their keys. The
	// rules of the check were fitted on the half named "tuned".
	Halves map[string]Part  `json:"halves"`
	Kinds  map[string]*Rate `json:"kinds"`
	Wrong  []WrongVerdict   `json:"wrong"`
}

// A WrongVerdict is a falsified entry that the check did not flag, or a valid entry that it
// flagged.
type WrongVerdict struct {
	Key       string         `json:"key"`
	Kind      string         `json:"kind"` // way in which the entry was falsified; "" for a valid entry
	Verdict   verify.Verdict `json:"verdict"`
	Code      verify.Code    `json:"code"`
	Message   string         `json:"message"`
	Half      string         `json:"half"`
	Entry     string         `json:"entry"`
	InThePool bool           `json:"in_pool"`
}

// Falsified checks labelled entries with an engine over the pool and measures the results. failing
// defines the findings that flag an entry.
func Falsified(ctx context.Context, e *engine.Engine, entries, pool []LabelledEntry, year int,
	failing verify.Policy) (Report, error) {
	report := Report{ClosedWorld: true, Halves: map[string]Part{}, Kinds: map[string]*Rate{}}
	source := new(strings.Builder)
	for _, entry := range entries {
		source.WriteString(entry.bibTeX())
	}
	file := audit.File{Path: "entries", Bib: bib.Parse([]byte(source.String())), Source: source.String()}
	answer, err := audit.Check(ctx, e, []audit.File{file},
		audit.Options{Year: year, Ignored: verify.Names{"duplicate": true, "duplicate-key": true}})
	if err != nil {
		return report, err
	}
	results := make(map[string]verify.EntryResult, answer.References.Len())
	for r := range answer.References.All() {
		results[r.Key] = r
	}
	titles := make(map[string]bool, len(pool))
	for _, p := range pool {
		titles[paper.NormalTitle(p.Fields["title"])] = true
	}
	for _, entry := range entries {
		result, known := results[entry.Key]
		if !known {
			return report, fmt.Errorf("the entry %s was not checked", entry.Key)
		}
		report.add(entry, result, titles[paper.NormalTitle(entry.Fields["title"])], failing)
	}
	return report, nil
}

func (r *Report) add(entry LabelledEntry, result verify.EntryResult, inPool bool, failing verify.Policy) {
	name := halfOf(entry.Key)
	half := r.Halves[name]
	for _, part := range []*Part{&r.Part, &half} {
		switch {
		case !entry.valid():
			part.Detection.add(result, failing)
		case inPool:
			part.FalseAlarms.add(result, failing)
		default:
			part.Outside.add(result, failing)
		}
	}
	r.Halves[name] = half
	if !entry.valid() {
		if r.Kinds[entry.Kind] == nil {
			r.Kinds[entry.Kind] = &Rate{}
		}
		r.Kinds[entry.Kind].add(result, failing)
	}
	if result.Fails(failing) == entry.valid() {
		r.Wrong = append(r.Wrong, WrongVerdict{entry.Key, entry.Kind, result.Verdict, result.Code, result.Message(), name,
			entry.bibTeX(), inPool})
	}
}

// halfOf returns the name of the half to which the entry with a key belongs. The rules of the check
// were fitted on the half "tuned", and results are reported for both halves.
func halfOf(key string) string {
	h := fnv.New32a()
	h.Write([]byte(key))
	if h.Sum32()%2 == 0 {
		return "tuned"
	}
	return "held back"
}
