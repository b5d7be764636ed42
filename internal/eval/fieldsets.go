package eval

import (
	"cmp"
	"errors"
	"hash/fnv"
	"iter"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/klauspost/compress/gzip"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
)

const (
	oracleMost   = 2  // maximum number of keywords in a query
	bareShare    = 40 // percentage of papers whose abstract is removed in the mixed corpus
	contextSteps = 6  // maximum number of sentences in a context
)

// FieldSources contains the inputs of WriteFieldSets.
type FieldSources struct {
	Papers iter.Seq2[*engine.Paper, error] // papers with abstracts; citing papers also need full texts
	Titled []TitledContext                 // contexts of the splits to write
	// Held contains the IDs of citing papers that belong to other splits. These papers are skipped.
	Held map[string]bool
	// Dev contains the IDs of citing papers that belong to the split Dev. All others belong to the
	// split Train.
	Dev map[string]bool
	// Articles are full texts with their references. Their citations become fields of their own.
	Articles []FieldArticles
}

// WriteFieldSets writes these sets:
//   - corpora/FIELD.jsonl.gz: the works cited by papers of a field, titles only
//   - train/FIELD.jsonl.gz and dev/FIELD.jsonl.gz: the contexts that cite them
//   - train/within.jsonl.gz and dev/within.jsonl.gz: contexts between papers with abstracts
//   - corpora/claims.jsonl.gz, train/claims.jsonl.gz and dev/claims.jsonl.gz: the contexts of all
//     fields whose citing sentence reports a finding, and the works that they cite
//   - dev/FIELD.jsonl.gz and dev/FIELD-paragraphs.jsonl.gz for the fields of Articles: their citing
//     sentences, and their whole paragraphs as queries for all works that these cite
//   - corpora/mixed.jsonl.gz: all papers, some with their abstracts removed
func WriteFieldSets(sources FieldSources, out string) error {
	s := fieldSets{sources: sources, citing: make(map[string]*engine.Paper), ids: make(map[string]string),
		works: make(map[string]map[string]fieldPaper), contexts: make(map[string][]Context)}
	if err := s.readPapers(); err != nil {
		return err
	}
	s.addTitled(fieldOfJournal)
	s.addTitled(fieldOfClaim)
	s.addWithin()
	for _, a := range sources.Articles {
		if err := s.addArticles(a); err != nil {
			return err
		}
	}
	return s.write(out)
}

type fieldSets struct {
	sources  FieldSources
	citing   map[string]*engine.Paper // papers that have a full text and references, by ID
	ids      map[string]string        // ID of each paper, by normalized title
	mixed    []fieldPaper
	works    map[string]map[string]fieldPaper // records of cited works, by field and then by ID
	contexts map[string][]Context             // contexts, by name of the output file
}

func (s *fieldSets) readPapers() error {
	for p, err := range s.sources.Papers {
		if err != nil {
			return err
		}
		s.mixed = append(s.mixed, mixedRecord(p))
		s.ids[text.FoldedWords(p.Title)] = p.ID
		if len(p.Body) > 0 && len(p.References) > 0 {
			s.citing[p.ID] = p
		}
	}
	return nil
}

// mixedRecord converts a paper to a record. A hash of the paper's ID decides whether the record
// contains the abstract.
func mixedRecord(p *engine.Paper) fieldPaper {
	r := fieldPaperOf(p.ID, engine.Reference{Title: p.Title, Venue: p.Venue, DOI: p.DOI, Year: p.Year, Authors: p.Authors})
	h := fnv.New32a()
	h.Write([]byte("bare:" + p.ID))
	if h.Sum32()%100 >= bareShare {
		r.Abstract = p.Abstract
	}
	return r
}

func (s *fieldSets) split(citing string) string {
	if s.sources.Dev[citing] {
		return Dev
	}
	return Train
}

// addTitled adds each context, with the record of its cited work, to the field that fieldOf
// returns. It skips contexts for which fieldOf returns "".
func (s *fieldSets) addTitled(fieldOf func(c TitledContext, citing *engine.Paper) string) {
	for _, t := range s.sources.Titled {
		citing := s.citing[t.Citing]
		if citing == nil || s.sources.Held[t.Citing] || text.FoldedWords(t.Cited.Title) == "" {
			continue
		}
		field := fieldOf(t, citing)
		if field == "" {
			continue
		}
		work := workOf(field, t.reference())
		if s.works[field] == nil {
			s.works[field] = make(map[string]fieldPaper)
		}
		s.works[field][work.ID] = work
		file := t.Split + "/" + field
		s.contexts[file] = append(s.contexts[file], Context{
			ID: t.ID, Source: field, Citing: t.Citing, CitingTitle: citing.Title, CitingYear: t.Year,
			Context: t.Context, Sentence: t.Sentence, Cited: work.ID,
			Keywords: oracleKeywords(t.Sentence, work.Title, oracleMost),
		})
	}
}

func fieldOfJournal(_ TitledContext, citing *engine.Paper) string { return FieldOf(citing.Venue) }

// fieldOfClaim returns ClaimField if the citing sentence reports a finding, and otherwise "".
func fieldOfClaim(c TitledContext, _ *engine.Paper) string {
	if reportsFinding.MatchString(c.Sentence) {
		return ClaimField
	}
	return ""
}

// addWithin adds the citations for which both the citing and the cited paper are known papers.
func (s *fieldSets) addWithin() {
	for _, id := range slices.Sorted(maps.Keys(s.citing)) {
		if p := s.citing[id]; !s.sources.Held[id] {
			file := s.split(id) + "/within"
			s.contexts[file] = append(s.contexts[file], contextsIn(p, s.indexed(p), FieldOf(p.Venue))...)
		}
	}
}

// indexed returns the ID of each reference that is one of the papers, or "".
func (s *fieldSets) indexed(p *engine.Paper) []string {
	known := make([]string, len(p.References))
	for i, r := range p.References {
		if id := s.ids[text.FoldedWords(r.Title)]; id != p.ID && len(r.Title) > 20 {
			known[i] = id
		}
	}
	return known
}

// contextsIn returns the contexts of the citing sentences of a full text. known are the IDs of its
// references, "" for unknown works.
func contextsIn(p *engine.Paper, known []string, field string) (found []Context) {
	for _, section := range p.Body {
		var before []string
		for _, paragraph := range section.Paragraphs {
			for _, sentence := range paragraph {
				if cited := addCited(nil, sentence, known); len(cited) > 0 && len(before) > 0 {
					found = append(found, Context{
						ID: p.ID + "#w" + strconv.Itoa(len(found)), Source: field, Citing: p.ID, CitingTitle: p.Title,
						CitingYear: p.Year,
						Context:    slices.Clone(before[max(0, len(before)-contextSteps):]), Sentence: masked(sentence), Cited: cited[0],
						Also: cited[1:],
					})
				}
				before = append(before, masked(sentence))
			}
		}
	}
	return found
}

// addCited appends the IDs of the works that a sentence cites to ids, each once.
func addCited(ids []string, s engine.Sentence, known []string) []string {
	for _, c := range s.Cites {
		if c.Reference < 0 || c.Reference >= len(known) {
			continue
		}
		if id := known[c.Reference]; id != "" && !slices.Contains(ids, id) {
			ids = append(ids, id)
		}
	}
	return ids
}

// masked returns the text of a sentence, with [CITE] in place of each citation.
func masked(s engine.Sentence) string {
	cites, out, from := slices.Clone(s.Cites), "", 0
	slices.SortFunc(cites, func(a, b engine.CiteSpan) int { return cmp.Compare(a.Start, b.Start) })
	for _, c := range cites {
		if c.Start >= from && c.End <= len(s.Text) {
			out += s.Text[from:c.Start] + text.CiteMark
			from = c.End
		}
	}
	return out + s.Text[from:]
}

func (s *fieldSets) write(out string) error {
	errs := []error{writeLines(filepath.Join(out, "corpora", "mixed.jsonl.gz"), s.mixed)}
	for field, works := range s.works {
		var papers []fieldPaper
		for _, id := range slices.Sorted(maps.Keys(works)) {
			papers = append(papers, works[id])
		}
		errs = append(errs, writeLines(filepath.Join(out, "corpora", field+".jsonl.gz"), papers))
	}
	for name, contexts := range s.contexts {
		errs = append(errs, writeLines(filepath.Join(out, filepath.FromSlash(name)+".jsonl.gz"), contexts))
	}
	return errors.Join(errs...)
}

func writeLines[T any](path string, records []T) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	packed := gzip.NewWriter(file)
	return errors.Join(WriteRecords(packed, records), packed.Close(), file.Close())
}
