package eval

import (
	"bufio"
	"context"
	"encoding/binary"
	"encoding/json"
	"io"
	"iter"
	"math"

	"github.com/scilit-lsp/scilit-lsp/engine/judge"
)

// ReadPairs yields pairs of premise and hypothesis, which are JSON objects, one per line.
func ReadPairs(r io.Reader) iter.Seq2[judge.Pair, error] {
	return func(yield func(judge.Pair, error) bool) {
		for in := json.NewDecoder(r); ; {
			var p judge.Pair
			err := in.Decode(&p)
			if err == io.EOF || !yield(p, err) || err != nil {
				return
			}
		}
	}
}

// WriteJudgeExamples writes the inputs of the judge's network for pairs of texts, as
// models/train/judge.py reads them. Each record starts with a letter: "w" for a word with its
// vector, "l" for a lemma, and "p" for a pair.
func WriteJudgeExamples(
	ctx context.Context, v judge.Vectors, pairs iter.Seq2[judge.Pair, error], out io.Writer,
) error {
	w := judgeWriter{bufio.NewWriter(out), make(map[string]uint32), make(map[string]uint32)}
	for x, err := range judge.Inputs(ctx, v, pairs) {
		if err != nil {
			return err
		}
		if err := w.write(x); err != nil {
			return err
		}
	}
	return w.out.Flush()
}

type judgeWriter struct {
	out           *bufio.Writer
	words, lemmas map[string]uint32
}

func (w judgeWriter) write(x judge.Input) error {
	var words, lemmas []uint32
	var flags []byte
	for _, text := range [][]judge.InputWord{x.Premise, x.Hypothesis} {
		for _, word := range text {
			words = append(words, w.number(w.words, 'w', word.Word, word.Vector))
			lemmas = append(lemmas, w.number(w.lemmas, 'l', word.Lemma, nil))
			for _, f := range word.Flags {
				flags = append(flags, byte(math.Round(255*float64(max(0, min(1, f))))))
			}
		}
	}
	features := make([]float32, len(x.Features))
	for i, f := range x.Features {
		features[i] = float32(f)
	}
	sizes := []uint16{uint16(len(x.Premise)), uint16(len(x.Hypothesis)), uint16(len(features))}
	w.out.WriteByte('p')
	for _, part := range []any{sizes, words, lemmas, flags, features} {
		if err := binary.Write(w.out, binary.LittleEndian, part); err != nil {
			return err
		}
	}
	return nil
}

// number returns the number that represents a string. If the string is new, it also writes a record
// for it.
func (w judgeWriter) number(known map[string]uint32, kind byte, s string, vector []float32) uint32 {
	n, ok := known[s]
	if !ok {
		n = uint32(len(known))
		known[s] = n
		w.out.WriteByte(kind)
		binary.Write(w.out, binary.LittleEndian, uint16(len(s)))
		w.out.WriteString(s)
		binary.Write(w.out, binary.LittleEndian, vector)
	}
	return n
}

// A judgePair contains a claim and the sentence of its paper that is closest to the claim.
type judgePair struct {
	Premise    string `json:"premise"`
	Hypothesis string `json:"hypothesis"`
	Label      string `json:"label"`
	Paper      string `json:"paper"`
	Source     string `json:"source"` // collection from which the paper comes
}

// WriteJudgePairs writes one judgePair per claim as JSON lines, for models/train/judge_fit.py.
func WriteJudgePairs(
	ctx context.Context, v judge.Vectors, claims []JudgedClaim, papers []JudgedPaper, out io.Writer,
) error {
	lines := json.NewEncoder(out)
	for _, c := range claims {
		p, err := judgedPaper(c, papers)
		if err != nil {
			return err
		}
		sentences := abstractSentences(p.paper())
		at, err := judge.Model{Vectors: v}.Closest(ctx, c.Claim, sentences)
		if err != nil {
			return err
		}
		if at < 0 {
			continue
		}
		if err := lines.Encode(judgePair{sentences[at], c.Claim, c.Label, c.ID, p.Source}); err != nil {
			return err
		}
	}
	return nil
}
