package eval

import (
	"math/rand/v2"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/copying"
	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/verify/copied"
)

// A CopiedResult contains the results of the check for copied passages: how many passages of
// published papers it flags, and how many of the planted copies it finds.
type CopiedResult struct {
	Papers, Works         int // number of papers that cite works with known texts, and number of these works
	Paragraphs, Flagged   int
	Citing, CitingFlagged int // number of sentences with a citation, and of those that overlap a flagged passage
	Bytes                 int
	Seconds               float64
	Planted               int
	Found                 map[int]int // number of planted copies found, by the number of changed words per 20 words
	Sample                []CopiedPassage
}

// A CopiedPassage is a passage that the check flagged as copied from a cited work.
type CopiedPassage struct {
	Paper, Work     string // titles of the citing and the cited paper
	Words           int
	Text            string // the paragraph, with the passage enclosed in ⟦ and ⟧
	Source, Section string
}

// CopiedOptions configure MeasureCopied.
type CopiedOptions struct {
	Planted int // number of passages to plant
	Sample  int // maximum number of flagged passages to return
	Seed    uint64
}

// MeasureCopied checks the full text of each paper against the texts of the works that it cites.
func MeasureCopied(all []*engine.Paper, o CopiedOptions) CopiedResult {
	r := CopiedResult{Found: map[int]int{}}
	byTitle := make(map[string]*engine.Paper)
	for _, p := range all {
		byTitle[paper.NormalTitle(p.Title)] = p
	}
	random := rand.New(rand.NewPCG(o.Seed, 0))
	var passages []CopiedPassage
	for _, p := range all {
		works := worksIn(p, byTitle)
		if len(works) == 0 {
			continue
		}
		r.Papers++
		r.Works += len(works)
		passages = append(passages, r.check(p.Title, paragraphsOf(p), works)...)
		if r.Planted < o.Planted {
			r.plant(p.Title, works[random.IntN(len(works))], random)
		}
	}
	random.Shuffle(len(passages), func(i, j int) { passages[i], passages[j] = passages[j], passages[i] })
	r.Sample = passages[:min(len(passages), o.Sample)]
	return r
}

// worksIn returns the works cited by p that have an abstract or a full text. It returns nil if p
// has no full text to check.
func worksIn(p *engine.Paper, byTitle map[string]*engine.Paper) (works []*engine.Paper) {
	if len(p.Body) == 0 {
		return nil
	}
	seen := map[*engine.Paper]bool{p: true}
	for _, reference := range p.References {
		w := byTitle[paper.NormalTitle(reference.Title)]
		if w != nil && !seen[w] && (w.Abstract != "" || len(w.Body) > 0) {
			seen[w] = true
			works = append(works, w)
		}
	}
	return works
}

// A paragraph is the text of a paragraph, with the ranges of its citing sentences.
type paragraph struct {
	text   string
	citing []copying.Span
}

func paragraphsOf(p *engine.Paper) (all []paragraph) {
	for _, section := range p.Body {
		for _, sentences := range section.Paragraphs {
			var one paragraph
			for _, s := range sentences {
				if len(s.Cites) > 0 {
					one.citing = append(one.citing, copying.Span{Start: len(one.text), End: len(one.text) + len(s.Text)})
				}
				one.text += s.Text + " "
			}
			all = append(all, one)
		}
	}
	return all
}

func (r *CopiedResult) check(title string, paragraphs []paragraph, works []*engine.Paper) (passages []CopiedPassage) {
	var texts []copying.Passage
	for _, one := range paragraphs {
		texts = append(texts, copying.Passage{Text: one.text})
		r.Bytes += len(one.text)
		r.Citing += len(one.citing)
	}
	begun := time.Now()
	found := copied.Compare(title, texts, works)
	r.Seconds += time.Since(begun).Seconds()
	r.Paragraphs += len(paragraphs)
	flagged, citing := make(map[int]bool), make(map[copying.Span]bool)
	for _, f := range found {
		one := paragraphs[f.Passage]
		flagged[f.Passage] = true
		for _, s := range one.citing {
			if s.Start < f.Text.End && f.Text.Start < s.End {
				citing[copying.Span{Start: f.Passage, End: s.Start}] = true
			}
		}
		passages = append(passages, CopiedPassage{Paper: title, Work: f.Title, Words: f.Words, Source: f.Source,
			Section: f.Section, Text: one.text[:f.Text.Start] + "⟦" + one.text[f.Text.Start:f.Text.End] + "⟧" +
				one.text[f.Text.End:]})
	}
	r.Flagged += len(flagged)
	r.CitingFlagged += len(citing)
	return passages
}

// plantedWords is the number of words in a planted copy, about two sentences.
const plantedWords = 40

// plant copies a passage from the abstract of a cited work into a new text and counts whether the
// check finds it. It tries three versions, in which 0, 1 and 2 of every 20 words are changed.
func (r *CopiedResult) plant(title string, work *engine.Paper, random *rand.Rand) {
	words := strings.Fields(work.Abstract)
	if len(words) < plantedWords {
		return
	}
	from := random.IntN(len(words) - plantedWords + 1)
	r.Planted++
	for changed := range 3 {
		copy := append([]string{}, words[from:from+plantedWords]...)
		for begin := 0; begin < plantedWords; begin += 20 {
			for _, at := range random.Perm(20)[:changed] {
				copy[begin+at] = "otherwise"
			}
		}
		text := "We repeat their words here. " + strings.Join(copy, " ") + " And we go on."
		if len(copied.Compare(title, []copying.Passage{{Text: text}}, []*engine.Paper{work})) > 0 {
			r.Found[changed]++
		}
	}
}
