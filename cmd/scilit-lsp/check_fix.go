package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/natefinch/atomic"
	"github.com/rogpeppe/go-internal/diff"
	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
	"github.com/scilit-lsp/scilit-lsp/verify/report"
)

func (c checkCmd) checkFixFlags() error {
	switch {
	case !c.Fix:
		return fmt.Errorf("%w: --all requires --fix", cli.ErrUsage)
	case c.Format != "text" || c.Support:
		return fmt.Errorf("%w: --fix prints a diff: run it without --format and --support", cli.ErrUsage)
	}
	for _, name := range c.Files {
		if !strings.EqualFold(filepath.Ext(name), ".bib") {
			return fmt.Errorf("%w: --fix corrects only .bib files, and %s is not one", cli.ErrUsage, name)
		}
	}
	return nil
}

// A fixedEntry is the result of an entry's check with the certain corrections.
type fixedEntry struct {
	result *verify.EntryResult
	all    []verify.Correction
}

func correctionsOf(entries []fixedEntry) (all []verify.Correction) {
	for _, e := range entries {
		all = append(all, e.all...)
	}
	return all
}

// fix prints the certain corrections as a diff and writes those that the user accepts. It removes
// the corrected findings from the results.
func (c checkCmd) fix(ctx context.Context, std cli.Streams, all []audit.File, outcome *report.Check) error {
	settled := make(map[*bib.Entry][]verify.Correction)
	outcome.References = without(outcome.References, settled)
	ask := newQuestions(std, c.Yes)
	defer ask.done()
	for i := range all {
		file := &all[i]
		entries := c.fixesOf(file, outcome.References)
		if len(entries) == 0 {
			continue
		}
		if err := printDiff(std, file, entries); err != nil {
			return err
		}
		accepted, err := ask.about(file, entries, c.All)
		if err != nil {
			return err
		}
		n, err := writeFixed(ctx, file, accepted)
		if err != nil {
			return err
		}
		for _, e := range accepted {
			settled[e.result.Entry] = e.all
		}
		ask.written += n
	}
	ask.summarize(std)
	std.Note("%s", outcome.Coverage)
	return nil
}

// without yields the results, leaving out findings that a written correction has settled.
func without(all iter.Seq[verify.EntryResult],
	settled map[*bib.Entry][]verify.Correction) iter.Seq[verify.EntryResult] {
	return func(yield func(verify.EntryResult) bool) {
		for r := range all {
			r.Findings = slices.DeleteFunc(r.Findings, func(f verify.Finding) bool {
				return slices.ContainsFunc(settled[r.Entry], func(one verify.Correction) bool { return one.Code == f.Code })
			})
			if !yield(r) {
				return
			}
		}
	}
}

// fixesOf returns the entries of a file that have certain corrections. It replaces preprints by
// their published versions only with --all, because that changes several fields at once.
func (c checkCmd) fixesOf(file *audit.File, results iter.Seq[verify.EntryResult]) (entries []fixedEntry) {
	for r := range results {
		if r.Path != file.Path || r.Entry == nil {
			continue
		}
		found := verify.Corrections(file.Bib, r.Entry, &r.Result)
		if published, ok := verify.PublishedVersion(file.Bib, r.Entry, &r.Result); ok && c.All {
			found = []verify.Correction{published}
		}
		if len(found) > 0 {
			entries = append(entries, fixedEntry{&r, found})
		}
	}
	return entries
}

func printDiff(std cli.Streams, file *audit.File, entries []fixedEntry) error {
	source, err := verify.Correct(file.Bib, correctionsOf(entries))
	if err != nil {
		return fmt.Errorf("%s: %w; this file was not changed: correct it by hand", file.Path, err)
	}
	name := filepath.ToSlash(file.Path)
	changes := diff.Diff("a/"+name, []byte(file.Source), "b/"+name, []byte(source))
	_, changes, _ = bytes.Cut(changes, []byte("\n")) // drop the first line, which is the command line of the diff
	_, err = std.Out.Write(changes)
	return err
}

// questions asks the user which corrections to write, and counts the answers.
type questions struct {
	out     io.Writer
	in      *bufio.Reader // input of the terminal; nil without a terminal or with --yes
	done    func()
	yes     bool
	asked   int // number of corrections proposed so far
	written int
}

func newQuestions(std cli.Streams, yes bool) *questions {
	q := &questions{out: std.Err, done: func() {}, yes: yes}
	if terminal, done := terminalOf(std); terminal != nil && !yes {
		q.in, q.done = bufio.NewReader(terminal), done
	}
	return q
}

// about asks the user about the corrections of a file and returns the accepted ones. With --yes, it
// returns all corrections. Without a terminal, it returns none.
func (q *questions) about(file *audit.File, entries []fixedEntry, atOnce bool) (accepted []fixedEntry, err error) {
	n := len(correctionsOf(entries))
	q.asked += n
	if atOnce && q.in != nil {
		ok, err := confirm(q.out, q.in, fmt.Sprintf("Write %s to %s?", text.Count(n, "correction"), file.Path))
		if err != nil || !ok {
			return nil, err
		}
		return entries, nil
	}
	for _, e := range entries {
		kept := fixedEntry{result: e.result}
		for _, one := range e.all {
			ok, err := q.accepts(file, e.result, one)
			if err != nil {
				return nil, err
			}
			if ok {
				kept.all = append(kept.all, one)
			}
		}
		if len(kept.all) > 0 {
			accepted = append(accepted, kept)
		}
	}
	return accepted, nil
}

func (q *questions) accepts(file *audit.File, r *verify.EntryResult, one verify.Correction) (bool, error) {
	if q.in == nil {
		return q.yes, nil
	}
	old, revised := linesOf(file.Source, one.Edits)
	fmt.Fprintf(q.out, "%s:%d: %s: %s from %s\n", file.Path, r.Line, r.Key, cmp.Or(one.Field, "published version"),
		one.Source)
	for _, part := range []struct{ sign, text string }{{"-", old}, {"+", revised}} {
		for line := range strings.Lines(part.text) {
			fmt.Fprintln(q.out, part.sign+strings.TrimRight(line, "\r\n"))
		}
	}
	return confirm(q.out, q.in, "Write this correction?")
}

// linesOf returns the complete lines that the edits touch, before and after the edits.
func linesOf(source string, edits []bib.Edit) (old, revised string) {
	start, end := len(source), 0
	for _, e := range edits {
		start, end = min(start, e.Start), max(end, e.End)
	}
	start = strings.LastIndexByte(source[:start], '\n') + 1
	if n := strings.IndexByte(source[end:], '\n'); n >= 0 {
		end += n
	} else {
		end = len(source)
	}
	var local []bib.Edit
	for _, e := range edits {
		local = append(local, bib.Edit{Span: bib.Span{Start: e.Start - start, End: e.End - start}, Text: e.Text})
	}
	return source[start:end], bib.Apply(source[start:end], local)
}

func (q *questions) summarize(std cli.Streams) {
	switch left := q.asked - q.written; {
	case q.asked == 0:
		std.Note("no correction is certain enough to be offered")
	case q.in == nil && !q.yes:
		std.Note("nothing was changed: run the command in a terminal, or use --yes to write %s",
			text.Count(left, "correction"))
	default:
		std.Note("%s written, %d not written", text.Count(q.written, "correction"), left)
	}
}

// These errors explain why a file is not written.
var (
	errChanged = errors.New("the file changed after it was checked, so it was not written: run the check again")
	errUTF16   = errors.New("the file is in UTF-16, so it was not written: save it as UTF-8 first")
)

// writeFixed writes the accepted corrections to their file and returns the number of corrections.
func writeFixed(ctx context.Context, file *audit.File, accepted []fixedEntry) (int, error) {
	all := correctionsOf(accepted)
	if len(all) == 0 {
		return 0, nil
	}
	source, err := verify.Correct(file.Bib, all)
	if err == nil {
		err = replaceBib(ctx, file.Path, []byte(file.Source), []byte(source))
	}
	if err != nil {
		return 0, fmt.Errorf("%s: %w", file.Path, err)
	}
	return len(all), nil
}

// replaceBib replaces the content of a .bib file atomically. It fails if the content is no longer
// old or the file is read-only. It follows symbolic links and keeps the file's permissions.
func replaceBib(ctx context.Context, path string, old, content []byte) (err error) {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	if err := files.Writable(path); err != nil {
		return err
	}
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	temp, err := os.CreateTemp(filepath.Dir(path), ".scilit-*.bib")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(temp.Name()) }() // Remove fails after the file has been renamed
	_, err = temp.Write(content)
	err = errors.Join(err, temp.Chmod(info.Mode().Perm()), temp.Sync(), temp.Close())
	if err != nil {
		return err
	}
	now, err := files.Read(ctx, path, maxBibChecked)
	switch {
	case err != nil:
		return err
	case bytes.HasPrefix(now, []byte("\xff\xfe")) || bytes.HasPrefix(now, []byte("\xfe\xff")):
		return errUTF16
	case !bytes.Equal(now, old):
		return errChanged
	}
	return atomic.ReplaceFile(temp.Name(), path)
}
