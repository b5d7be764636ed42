// Command syntax trains the tagger and parser of engine/syntax on a treebank:
//
//	go run ./models/train/syntax --train craft-train.conllu.gz --out engine/syntax/grammar.bin
//
// With --texts, it writes distributional classes of words, which --classes reads:
//
//	go run ./models/train/syntax --texts acl.jsonl.gz --texts biomed.jsonl.gz --out classes.txt
//
// The same input and seed produce the same bytes.
package main

import (
	"bytes"
	"cmp"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/scilit-lsp/scilit-lsp/engine/syntax/model"
	"github.com/scilit-lsp/scilit-lsp/internal/treebank"
)

type options struct {
	seed                uint64
	tagEpochs, epochs   int
	folds               int
	tagBits, arcBits    int
	relationBits, prune int
	arcPrune            int
	drop                float64
	explore             float64
}

func main() {
	log.SetFlags(log.Ltime)
	var o options
	train := flag.String("train", "", "the CoNLL-U `file` to train on")
	classes := flag.String("classes", "", "a `file` of words and their classes, one pair per line")
	out := flag.String("out", "grammar.bin", "the `file` to write")
	flag.Uint64Var(&o.seed, "seed", 20261123, "")
	flag.IntVar(&o.tagEpochs, "tag-epochs", 6, "passes of the tagger")
	flag.IntVar(&o.epochs, "epochs", 9, "passes of the parser")
	flag.IntVar(&o.folds, "folds", 2, "number of folds; each is tagged by a tagger trained on the others, "+
		"and the parser is trained on these tags")
	flag.IntVar(&o.tagBits, "tag-bits", 20, "")
	flag.IntVar(&o.arcBits, "arc-bits", 22, "")
	flag.IntVar(&o.relationBits, "relation-bits", 20, "")
	flag.IntVar(&o.prune, "prune", 3, "minimum number of updates for a feature to be kept")
	flag.IntVar(&o.arcPrune, "arc-prune", 4, "minimum number of updates for a transition feature to be kept")
	flag.Float64Var(&o.drop, "drop", 0.4, "dropout rate: the share of features that each decision ignores")
	flag.Float64Var(&o.explore, "explore", 0.9, "probability of continuing with a predicted transition")
	var texts []string
	flag.Func("texts", "a `file` of papers to derive classes from, repeatable", func(path string) error {
		texts = append(texts, path)
		return nil
	})
	flag.Parse()
	if len(texts) > 0 {
		if err := writeClasses(o.seed, texts, *out); err != nil {
			log.Fatal(err)
		}
		return
	}
	if err := run(o, *train, *classes, *out); err != nil {
		log.Fatal(err)
	}
}

func run(o options, train, classes, out string) error {
	bank, err := treebank.Open(train)
	if err != nil {
		return err
	}
	known, err := readClasses(classes)
	if err != nil {
		return err
	}
	t := newTrainer(o, bank, known)
	log.Printf("%d sentences", len(t.bank))
	tagger := t.tagger(t.bank, o.tagEpochs)
	t.retag()
	arcs, relations := t.parser()
	var b bytes.Buffer
	if err := t.model.Write(&b); err != nil {
		return err
	}
	for _, part := range []struct {
		l     *learner
		prune int
	}{{tagger, o.prune}, {arcs, o.arcPrune}, {relations, o.prune}} {
		rows := part.l.rows(int32(part.prune), 0.9995)
		size := b.Len()
		if err := model.WriteLinear(&b, part.l.bits, rows); err != nil {
			return err
		}
		log.Printf("%d of %d rows in %d bytes", len(rows), len(part.l.index), b.Len()-size)
	}
	return os.WriteFile(out, b.Bytes(), 0o644)
}

// readClasses reads lines that contain a normalized word, a tab and the word's class.
func readClasses(path string) (*model.Classes, error) {
	of := map[string]uint8{}
	if path == "" {
		return model.NewClasses(of), nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(data)) {
		var word string
		var class uint8
		if _, err := fmt.Sscanf(line, "%s\t%d\n", &word, &class); err != nil {
			return nil, fmt.Errorf("%s: %q: %w", path, line, err)
		}
		of[word] = class
	}
	return model.NewClasses(of), nil
}

// An example is a sentence with its tags and relations encoded as numbers.
type example struct {
	forms         []string
	tags, guessed []uint8
	heads         []int32
	relations     []uint8
}

type trainer struct {
	options
	bank   []example
	model  *model.Model
	random *rand.Rand
}

func newTrainer(o options, bank []treebank.Sentence, classes *model.Classes) *trainer {
	tags, relations := numbers{}, numbers{}
	t := &trainer{options: o, random: rand.New(rand.NewPCG(o.seed, 0))}
	for _, s := range bank {
		s.Refine()
		t.bank = append(t.bank, example{forms: s.Forms, tags: tags.all(s.Tags), heads: s.Heads,
			relations: relations.all(s.Relations)})
	}
	t.model = model.New(tags.names(), relations.names(), classes)
	t.model.Lemmas = model.LearnLemmas(lemmas(bank, tags))
	return t
}

// lemmas counts the alphabetic words together with their tags and lemmas.
func lemmas(bank []treebank.Sentence, tags numbers) []model.Lemma {
	type key struct {
		word, lemma string
		tag         uint8
	}
	counts := map[key]int{}
	for _, s := range bank {
		for i, form := range s.Forms {
			word := strings.ToLower(form)
			if !strings.ContainsFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && r != '\'' }) {
				counts[key{word, s.Lemmas[i], tags[s.Tags[i]]}]++
			}
		}
	}
	var all []model.Lemma
	for k, n := range counts {
		all = append(all, model.Lemma{Word: k.word, Lemma: k.lemma, Tag: k.tag, Count: n})
	}
	slices.SortFunc(all, func(a, b model.Lemma) int {
		return cmp.Or(cmp.Compare(b.Count, a.Count), cmp.Compare(a.Word, b.Word), cmp.Compare(a.Lemma, b.Lemma),
			cmp.Compare(a.Tag, b.Tag))
	})
	return all
}

// numbers assigns numbers to names in the order of their first use.
type numbers map[string]uint8

func (n numbers) all(names []string) []uint8 {
	all := make([]uint8, len(names))
	for i, name := range names {
		number, known := n[name]
		if !known {
			number = uint8(len(n))
			n[name] = number
		}
		all[i] = number
	}
	return all
}

func (n numbers) names() []string {
	names := make([]string, len(n))
	for name, i := range n {
		names[i] = name
	}
	return names
}

func (t *trainer) tagger(bank []example, epochs int) *learner {
	l := newLearner(len(t.model.Head.Tags), t.tagBits)
	l.drop, l.random = t.drop, t.random
	for epoch := range epochs {
		wrong, total := 0, 0
		for _, i := range t.random.Perm(len(bank)) {
			e := t.disturb(bank[i])
			tagger := model.Tagger{Scorer: l, Tags: l.classes}
			tagger.Learn = func(word, tag int, features []uint32, _ []int32) int {
				l.step++
				total++
				if right := int(e.tags[word]); right != tag {
					l.update(features, right, tag)
					wrong++
				}
				return tag
			}
			tagger.Run(t.model.Words(e.forms))
		}
		log.Printf("tagger, pass %d: %.4f", epoch+1, 1-float64(wrong)/float64(total))
	}
	return l
}

// retag tags each fold of the treebank with a tagger trained on the other folds, so that the parser
// learns from realistic tagging errors.
func (t *trainer) retag() {
	for fold := range t.folds {
		var others []example
		for i := range t.bank {
			if i%t.folds != fold {
				others = append(others, t.bank[i])
			}
		}
		l := t.tagger(others, max(t.tagEpochs-2, 1))
		weights := frozen(l)
		tagger := model.Tagger{Scorer: weights, Tags: l.classes}
		for i := fold; i < len(t.bank); i += t.folds {
			t.bank[i].guessed = tagger.Run(t.model.Words(t.bank[i].forms))
		}
	}
}

// frozen returns a copy of a learner that uses averaged weights and no dropout.
func frozen(l *learner) *learner {
	f := *l
	f.drop = 0
	f.weights = slices.Clone(l.weights)
	for i := range f.weights {
		f.weights[i] = int32((float64(l.weights[i]) - float64(l.sums[i])/float64(l.step)) * 256)
	}
	return &f
}
