package draft_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/choice"
	"github.com/scilit-lsp/scilit-lsp/engine/draft"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

var chunker = &paper.Paper{
	Title:   "Text Chunking using Transformation-Based Learning",
	Authors: []paper.Author{{Given: "Lance", Family: "Ramshaw"}, {Given: "Mitch", Family: "Marcus"}},
	Abstract: "Transformation-based learning can do part-of-speech tagging with fairly high accuracy. " +
		"We view chunking as a tagging problem by encoding the chunk structure in new tags attached to each word. " +
		"In tests using Treebank-derived data, this technique achieved recall and precision rates of roughly 92% for baseNP chunks. " +
		"The method does not need a grammar.",
}

func TestWhatAPaperSupports(t *testing.T) {
	for _, test := range []struct {
		name, sentence string
		supported      bool
		evidence       string // its beginning
		flaw           string // part of it
	}{
		{"its own words", "\uFFFC viewed chunking as a tagging problem by encoding chunk structure in new tags.", true, "We view chunking", ""},
		{"what the authors made does", "The method of \uFFFC does not need a grammar.", true, "The method does not", ""},
		{"what the authors made does not", "The method of \uFFFC needs a grammar.", false, "The method does not", "the paper negates"},
		{"its number", "\uFFFC achieved recall and precision rates of 92% for baseNP chunks on Treebank-derived data.", true, "In tests using", ""},
		{"another number", "\uFFFC achieved recall and precision rates of 97% for baseNP chunks on Treebank-derived data.", false, "In tests using", "does not contain the number 97"},
		{"what it denies", "\uFFFC note that their method needs a grammar.", false, "The method does not", "the paper negates"},
		{"what it does not deny", "\uFFFC do not view chunking as a tagging problem by encoding the chunk structure in tags.", false, "We view chunking", "the sentence negates"},
		{"a comparison that it does not make", "\uFFFC view chunking as a tagging problem and find that new tags yield better chunk structure.", false, "We view chunking", "comparison"},
		{"a name that it does not know", "\uFFFC view chunking as a tagging problem in the tags of MUC.", false, "", "does not mention MUC"},
		{"an abbreviation that the sentence spells out", "\uFFFC present text chunking using transformation-based learning (TBL).", true, "", ""},
		{"another matter", "\uFFFC translate Chinese poems with a recurrent neural network.", false, "", ""},
		{"a language of the user's text", "Chunking is seen as a tagging problem in Basque \uFFFC.", false, "", "does not mention Basque"},
		{"a keyword of the user", "\uFFFC proposed the TSC-OPF algorithm as a tagging problem.", false, "", "does not mention TSC"},
		{"the author's own work", "We view chunking as a tagging problem \uFFFC.", false, "", "your own work: “We view”"},
		{"the author's own work, in the passive", "The chunks were computed as described by \uFFFC.", false, "", "your own work"},
	} {
		s, err := draft.Checker{}.Check(context.Background(), chunker, test.sentence)
		if err != nil {
			t.Fatal(err)
		}
		if s.Supported() != test.supported || !strings.HasPrefix(s.Evidence.Text, test.evidence) || !strings.Contains(s.Flaw, test.flaw) || s.Supported() != (s.Flaw == "") {
			t.Errorf("%s: supported %v by %q (%+v)", test.name, s.Supported(), s.Evidence.Text, s)
		}
	}
}

// A sentence may report its author's use of a cited work if that is permitted, but its claims about
// the work are still checked.
func TestOwnWorkHasItsFrame(t *testing.T) {
	for sentence, want := range map[string]bool{
		"We follow \uFFFC, who view chunking as a tagging problem by encoding the chunk structure in tags.": true,
		"We follow \uFFFC, who view chunking as a parsing problem by encoding poems in Chinese.":            false,
		"Our poems were chunked by us as \uFFFC view chunking as a tagging problem.":                        false,
	} {
		s, err := draft.Checker{OwnWork: true}.Check(context.Background(), chunker, sentence)
		if err != nil || s.Supported() != want {
			t.Errorf("%s: %+v, %v", sentence, s, err)
		}
		if s, _ = (draft.Checker{}).Check(context.Background(), chunker, sentence); s.Supported() {
			t.Errorf("%s: supported where nobody asked for own work", sentence)
		}
	}
}

// A paper or a sentence of any size is checked in bounded time.
func TestAHugePaperIsRead(t *testing.T) {
	p := &paper.Paper{Title: "Chunks", Abstract: strings.Repeat("We view chunking as a tagging problem\x00\x01", 1<<15) + strings.Repeat("x", 1<<20)}
	for _, sentence := range []string{"\uFFFC view chunking as a tagging problem.", strings.Repeat("chunking not ", 1<<16), strings.Repeat("9", 1<<20), ""} {
		if _, err := (draft.Checker{}).Check(context.Background(), p, sentence); err != nil {
			t.Error(err)
		}
	}
}

// drafts contains sentences that a model might write.
type drafts []string

func (d drafts) Drafts(context.Context, draft.Request, int) (all []draft.Draft, err error) {
	for _, s := range d {
		all = append(all, draft.Draft{Text: s, Textual: true})
	}
	return all, nil
}

func TestOnlyADraftThatThePaperSupportsIsWritten(t *testing.T) {
	const good = "\uFFFC viewed chunking as a tagging problem by encoding chunk structure in new tags."
	bad := drafts{
		"\uFFFC achieve an accuracy of 99% in all languages of the world.",       // not supported
		"\uFFFC view chunking as a tagging problem (Brill, 1995).",               // an invented mark
		"view chunking as a tagging problem by encoding it in tags.",             // no citation
		"\uFFFC view chunking as a tagging problem by encoding the",              // broken off
		"\uFFFC view chunking as a tagging problem. They encode it in new tags.", // two sentences
		"\uFFFC view chunking as a tagging problem.3 We encode it in new tags.",  // the same
		"\uFFFC view chunking as a tagging problem, as shown in Section 2.",      // of which paper?
		"\uFFFC view chunking as a tagging problem like \uFFFC by new tags too.", // two
	}
	request := draft.Request{Paper: chunker, Textual: true}
	write := func(w draft.Writer) draft.Draft {
		t.Helper()
		drafts, err := w.Write(context.Background(), request, 1)
		if err != nil || len(drafts) != 1 {
			t.Fatal(drafts, err)
		}
		return drafts[0]
	}
	got := write(draft.CheckedWriter{Drafter: append(bad, good)})
	if strings.NewReplacer("“", "", "”", "").Replace(got.Text) != good {
		t.Errorf("%q", got.Text)
	}
	if want := "We view chunking"; got.Evidence.Text[:len(want)] != want {
		t.Errorf("evidence %q", got.Evidence.Text)
	}
	plain := write(draft.Composer{})
	if got = write(draft.CheckedWriter{Drafter: bad}); got != plain {
		t.Errorf("%q, want the plain sentence %q", got.Text, plain.Text)
	}
}

type broken struct{ err error }

func (b broken) Drafts(context.Context, draft.Request, int) ([]draft.Draft, error) {
	return nil, b.err
}

// Invariant 7: if the model fails, a draft is still written, unless the request was cancelled.
func TestAWriterWhoseModelFailsWritesPlainly(t *testing.T) {
	request := draft.Request{Paper: chunker, Textual: true}
	drafts, err := draft.CheckedWriter{Drafter: broken{errors.New("damaged")}}.Write(context.Background(), request, 1)
	if err != nil || len(drafts) != 1 || drafts[0].Text == "" || drafts[0].Note != "citing sentences are composed without a language model: damaged" {
		t.Errorf("%v, %v", drafts, err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = (draft.CheckedWriter{Drafter: broken{context.Canceled}}).Write(ctx, request, 1); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// A sentence and its paraphrase by the model count once. If the model's sentences are too few,
// composed ones are added.
func TestVariantsSayOtherThings(t *testing.T) {
	const first = "\uFFFC viewed chunking as a tagging problem by encoding chunk structure in new tags."
	again := drafts{first, "\uFFFC view chunking as a problem of tagging by encoding chunk structure in new tags."}
	p := *chunker
	p.Abstract += " We show that rules can be learned from treebanks."
	got, err := draft.CheckedWriter{Drafter: again}.Write(context.Background(), draft.Request{Paper: &p, Textual: true}, 3)
	if err != nil || len(got) != 3 || got[0].Text != first || got[1].Text != "Rules can be learned from treebanks \uFFFC." ||
		got[0].Form != choice.Result || got[1].Form != choice.Fact ||
		got[2].Text != "\uFFFC use transformation-based learning for text chunking." {
		t.Fatal(got, err)
	}
}

func TestAModelsDraftThatBeginsOtherwiseIsTaken(t *testing.T) {
	const other = "Chunking is a tagging problem with the chunk structure in tags \uFFFC."
	two := drafts{"\uFFFC viewed chunking as a tagging problem by encoding chunk structure in new tags.", other}
	got, err := draft.CheckedWriter{Drafter: two}.Write(context.Background(), draft.Request{Paper: chunker, Follows: []string{"\uFFFC parse."}}, 1)
	if err != nil || got[0].Text != other {
		t.Errorf("%v, %v", got, err)
	}
}

// An opening that names the paper's topic needs no passage, but any other word in it does.
func TestATopicBeforeTheAuthorsIsSupportedByTheTitle(t *testing.T) {
	for sentence, want := range map[string]bool{
		"\uFFFC view chunking as a tagging problem.":                                                          true,
		"\uFFFC use learning for chunking of parsers and view chunking as a tagging problem.":                 false,
		"For text chunking, \uFFFC view chunking as a tagging problem.":                                       true,
		"\uFFFC study text chunking and view chunking as a tagging problem.":                                  true,
		"\uFFFC used transformation-based learning for text chunking and view chunking as a tagging problem.": true,
		"\uFFFC study image segmentation for cars and view chunking as a tagging problem.":                    false,
		"For image segmentation, \uFFFC view chunking as a tagging problem.":                                  false,
		"\uFFFC study text chunking and show that chunking is not a tagging problem.":                         false,
	} {
		got, err := draft.Checker{}.Check(context.Background(), chunker, sentence)
		if err != nil || got.Supported() != want {
			t.Errorf("%q: %v, want %v (%s, %v)", sentence, got.Score, want, got.Flaw, err)
		}
	}
}

// The topic is named before a statement that lacks it, but not if the text before the citation
// names it. A hostile title must not add a second citation.
func TestATopicIsNamedOnce(t *testing.T) {
	p := *chunker
	p.Abstract = "We show that rules can be learned from treebanks."
	said := func(context ...string) string {
		got, err := draft.Composer{}.Write(t.Context(), draft.Request{Paper: &p, Textual: true, Context: context}, 3)
		if err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, d := range got {
			all = append(all, d.Text)
		}
		return strings.Join(all, "\n")
	}
	const scope = " use transformation-based learning for text chunking and demonstrate "
	if got := said(); !strings.Contains(got, scope) {
		t.Errorf("the topic is missing: %s", got)
	}
	if got := said("Text chunking divides sentences, as others study."); strings.Contains(got, scope) {
		t.Errorf("the topic is named twice: %s", got)
	}
	p.Title = "Text \uFFFC chunking, \uFFFC using learning of rules"
	for line := range strings.SplitSeq(said(), "\n") {
		if strings.Count(line, draft.Mark) != 1 {
			t.Errorf("%q", line)
		}
	}
}
