package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/syntax"
	"github.com/scilit-lsp/scilit-lsp/internal/eval"
	"github.com/scilit-lsp/scilit-lsp/internal/treebank"
)

type syntaxCmd struct {
	Treebank string `arg:"" type:"existingfile" optional:"" help:"A treebank, .conllu or .conllu.gz."`
	Trees    bool   `help:"Read sentences from standard input, one per line, and print their trees."`
	JSON     bool   `name:"json" help:"Print JSON."`
}

func (c syntaxCmd) Run(std cli.Streams) error {
	if c.Trees {
		return printTrees(std.In, std.Out)
	}
	if c.Treebank == "" {
		return errors.New("no treebank was given: name a .conllu file, or use --trees and standard input")
	}
	bank, err := treebank.Open(c.Treebank)
	if err != nil {
		return err
	}
	begun := time.Now()
	report := eval.MeasureSyntax(bank)
	took := time.Since(begun)
	if report.Sentences == 0 {
		return fmt.Errorf("%s contains no sentences: give a treebank in the CoNLL-U format", c.Treebank)
	}
	return printReport(std, c.JSON, report, func(w io.Writer, r eval.SyntaxResult) { printSyntax(w, r, took) })
}

func printSyntax(out io.Writer, r eval.SyntaxResult, took time.Duration) {
	fmt.Fprintf(out, "%d sentences, %d tokens, %.2f ms per sentence\n", r.Sentences, r.Tokens,
		took.Seconds()*1000/float64(r.Sentences))
	fmt.Fprintf(out, "token boundaries F1 %.4f, tags %.4f, lemmas %.4f, roots %.4f\n", r.Boundaries.F1(),
		share(r.Tags, r.Tokens), share(r.Lemmas, r.Tokens), share(r.Roots, r.Sentences))
	fmt.Fprintf(out, "all tokens: UAS %.4f, LAS %.4f\n", share(r.Heads, r.Tokens), share(r.Labelled, r.Tokens))
	fmt.Fprintf(out, "without punct: UAS %.4f, LAS %.4f\n\n", share(r.WordHeads, r.Words), share(r.WordLabel, r.Words))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "relation\tcount\tprecision\trecall\tF1")
	for _, name := range r.Frequent() {
		o := r.Relations[name]
		fmt.Fprintf(table, "%s\t%d\t%.3f\t%.3f\t%.3f\n", name, o.Gold, share(o.Both, o.Found), share(o.Both, o.Gold), o.F1())
	}
	table.Flush()
}

// printTrees parses text and prints one token per line: number, form, lemma, tag, head and
// relation.
func printTrees(in io.Reader, out io.Writer) error {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		if strings.TrimSpace(lines.Text()) == "" {
			continue
		}
		tree := syntax.Parse(lines.Text())
		fmt.Fprintf(out, "# text = %s\n", lines.Text())
		for i, t := range tree.Tokens {
			fmt.Fprintf(out, "%d\t%s\t%s\t_\t%s\t_\t%d\t%s\t_\t_\n", i+1, t.Form, t.Lemma, t.Tag, t.Head+1, t.Relation)
		}
		fmt.Fprintln(out)
	}
	return lines.Err()
}
