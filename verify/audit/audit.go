// Package audit asks the corpora of an engine about the entries of .bib files and
// puts what package verify says of them together with what the files show
// themselves: duplicates, entries that nothing cites, switched off codes.
package audit

import (
	"context"
	"fmt"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// A File is a .bib whose entries are checked.
type File struct {
	Path   string // as it is shown
	Bib    *bib.File
	Source string
	// Cited are the keys that manuscripts cite; nil where none was read, and all
	// entries are checked.
	Cited map[string]bool
	// Uncited are the entries that no manuscript cites, by where they start.
	Uncited map[int]bool
}

// Options say how files are checked.
type Options struct {
	Year     int            // the current one
	Ignored  verify.Names   // in all files
	Failed   []string       // sources that could not be opened, so that the engine lacks them
	Progress func(done int) // may be nil
	Cache    Cache          // of earlier results by the corpora alone; may be nil
	Online   *Repositories  // may be nil
}

// A Report is the answer about all entries, in the order of files and entries.
type Report struct {
	References []verify.Checked
	Notes      []string // sources that could not be asked, switches that name nothing
	Unasked    bool     // a source could not be asked
}

// A job is one entry on its way.
type job struct {
	file    *File
	entry   *bib.Entry
	ignored verify.Names
	ref     verify.Reference
	extra   []verify.Finding
	skip    bool // compared with nothing: it is malformed, or nothing cites it
	answer  answer
	records []*online.Record // those of the answer that come from repositories
	graded  verify.Result    // by the records alone, not settled
}

// Check checks the entries of files. It fails only where there is nothing to ask or
// ctx is done; a source that fails is in the notes, and entries that it might have
// had are graded as errors.
func Check(ctx context.Context, e *engine.Engine, files []File, opts Options) (Report, error) {
	var report Report
	var jobs []*job
	for i := range files {
		jobs = append(jobs, prepare(&files[i], opts, &report)...)
	}
	failed, err := ask(ctx, e, jobs, opts)
	if err != nil {
		return report, err
	}
	report.Notes, report.Unasked = append(report.Notes, failed...), len(failed) > 0
	for _, j := range jobs {
		report.References = append(report.References, j.result())
	}
	return report, nil
}

// Compare grades references by the records alone. The caller settles the results once
// it has added findings of its own; failed are the sources that could not be asked.
func Compare(ctx context.Context, e *engine.Engine, references []verify.Reference, opts Options) (results []verify.Result, failed []string, err error) {
	jobs := make([]*job, len(references))
	for i, r := range references {
		jobs[i] = &job{ref: r, answer: answer{failed: opts.Failed}}
	}
	failed, err = ask(ctx, e, jobs, opts)
	for _, j := range jobs {
		results = append(results, j.graded)
	}
	return results, failed, err
}

// prepare reads the entries of a file and what the file itself shows.
func prepare(file *File, opts Options, report *Report) (jobs []*job) {
	switches := verify.Switches(file.Bib, file.Source)
	for _, s := range switches {
		if mistake := s.Mistake(); mistake != "" {
			report.Notes = append(report.Notes, file.Path+": "+mistake)
		}
	}
	ignored := verify.Gather(switches, opts.Ignored)
	twice := duplicates(file.Bib)
	for i := range file.Bib.Entries {
		entry := &file.Bib.Entries[i]
		uncited := file.Uncited[entry.Start]
		if !IsWork(entry) || file.Cited != nil && !uncited && !file.Cited[entry.Key] {
			continue
		}
		j := &job{file: file, entry: entry, ignored: ignored(entry), extra: twice[entry.Start], answer: answer{failed: opts.Failed}}
		switch {
		case !entry.Complete:
			j.skip = true
			j.extra = append(j.extra, verify.Finding{Code: verify.Malformed, Message: "the entry is not closed: add the missing brace"})
		case uncited:
			j.skip = true
			j.extra = append(j.extra, verify.Finding{Code: verify.Uncited, Message: "no manuscript cites it"})
		default:
			j.ref = verify.FromEntry(entry)
		}
		jobs = append(jobs, j)
	}
	return jobs
}

// IsWork leaves out entries that only hold data for others, and software, web pages
// and the like, of which corpora have no records.
func IsWork(e *bib.Entry) bool {
	switch e.Type {
	case "set", "xdata", "control", "ieeetranbstctl", "acronym", "software", "dataset", "online", "www", "electronic", "manual", "patent", "standard":
		return e.Type == "online" && e.Field("eprint") != ""
	case "misc":
		return e.Lookup("title") != nil && (e.Lookup("author") != nil || e.Lookup("doi") != nil || e.Lookup("eprint") != nil)
	}
	return true
}

// duplicates are the findings about works and keys that an earlier entry has.
func duplicates(file *bib.File) map[int][]verify.Finding {
	all := make(map[int][]verify.Finding)
	for _, d := range file.DuplicateWorks() {
		all[d.Entry.Start] = append(all[d.Entry.Start], verify.Finding{Code: verify.Duplicate, Message: fmt.Sprintf("the same work as %q above", d.First.Key)})
	}
	for _, d := range file.DuplicateKeys() {
		all[d.Entry.Start] = append(all[d.Entry.Start], verify.Finding{Code: verify.DuplicateKey, Message: fmt.Sprintf("an earlier entry has the key %q, too", d.Entry.Key)})
	}
	return all
}

// result is the answer about one entry.
func (j *job) result() verify.Checked {
	line, column := j.file.Bib.Position(j.entry.Start)
	end, _ := j.file.Bib.Position(j.entry.End)
	checked := verify.Checked{Path: j.file.Path, Line: line, Column: column, EndLine: end, Result: j.graded}
	checked.Key = j.entry.Key
	checked.Findings = append(slices.Clip(checked.Findings), j.extra...)
	checked.Settle(j.ignored)
	return checked
}

// grade compares a reference with the records that were found. "Not found" is no
// answer where a source that might have the work failed.
func (j *job) grade(year int) {
	if j.skip {
		return
	}
	j.graded = verify.Compare(j.ref, j.answer.papers, year)
	j.graded.Findings = append(j.graded.Findings, j.hints()...)
	j.answer.papers, j.records = nil, nil
	for i, p := range j.graded.Records {
		j.graded.Records[i] = brief(p)
	}
	for i, f := range j.graded.Findings {
		if f.Code == verify.NoRecord && len(j.answer.failed) > 0 {
			j.graded.Findings[i] = verify.Finding{Code: verify.NotAsked, Message: j.answer.failed[0]}
		}
	}
}
