// Package audit checks the entries of .bib files. It finds records in the corpora of an engine and
// compares entries with them using package verify. It also adds findings about the files
// themselves, such as duplicates and uncited entries.
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

// A File is a .bib file to check, or a reference list in another format.
type File struct {
	Path   string // for display
	Bib    *bib.File
	Source string
	// Lines are the offsets of the line starts of a list in another format, whose entries were
	// converted.
	Lines []int
	// Unread is the number of references in such a list that cannot be read.
	Unread int
	// Cited is the set of keys cited in manuscripts. If nil, all entries are checked.
	Cited map[string]bool
	// Uncited holds the start offsets of entries that no manuscript cites.
	Uncited map[int]bool
}

// Options configure a check.
type Options struct {
	Year     int            // current year
	Ignored  verify.Names   // ignored in all files
	Failed   []string       // sources that could not be opened and are missing from the engine
	Progress func(done int) // may be nil
	Cache    Cache          // results of checks without online sources; may be nil
	Online   *Repositories  // may be nil
	// Retractions holds the notices in the user's file; may be nil.
	Retractions *Retractions
}

// A Report holds the results of all entries, in file order.
type Report struct {
	References   []verify.EntryResult
	Notes        []string // failed sources and mistakes in ignore comments
	SourceFailed bool     // a source could not be queried
	Coverage     verify.Coverage
}

// A job is the check of one entry.
type job struct {
	file    *File
	entry   *bib.Entry
	ignored verify.Names
	ref     verify.Reference
	extra   []verify.Finding
	skip    bool // not compared: malformed or uncited
	answer  answer
	records []*online.Record // those of the records found that come from repositories
	graded  verify.Result    // result before findings about the file are added
	// compared caches the comparison with the first records found.
	compared verify.Result
	first    int
	year     int // current year
}

// load prepares the reference of an entry, and unload drops it again: a list can have 100,000
// entries.
func (j *job) load() {
	if j.entry != nil && !j.skip {
		j.ref = verify.FromEntry(j.entry)
	}
}

func (j *job) unload() {
	if j.entry != nil {
		j.ref = verify.Reference{}
	}
}

// compare compares the reference with the records found so far.
func (j *job) compare() verify.Result {
	if j.first == 0 || j.first != len(j.answer.papers) {
		j.compared, j.first = verify.Compare(j.ref, j.answer.papers, j.year), len(j.answer.papers)
	}
	r := j.compared
	r.Findings = slices.Clone(r.Findings)
	return r
}

// Check checks the entries of files. It fails only if no source is available or ctx is done.
// Failing sources are listed in the notes, and entries that they may contain get the verdict error.
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
	report.Notes, report.SourceFailed = append(report.Notes, failed...), len(failed) > 0
	for _, j := range jobs {
		graded := j.graded
		graded.Findings = append(slices.Clip(graded.Findings), j.extra...)
		report.Coverage.Add(&graded)
		report.References = append(report.References, j.result())
	}
	return report, nil
}

// Compare grades references by their records only. The caller may add findings and then calls
// Settle on each result. failed lists the errors of sources that could not be queried.
func Compare(ctx context.Context, e *engine.Engine, references []verify.Reference,
	opts Options) (results []verify.Result, failed []string, err error) {
	jobs := make([]*job, len(references))
	for i, r := range references {
		jobs[i] = &job{ref: r, year: opts.Year, answer: answer{failed: opts.Failed}}
	}
	failed, err = ask(ctx, e, jobs, opts)
	for _, j := range jobs {
		results = append(results, j.graded)
	}
	return results, failed, err
}

// prepare creates the jobs of a file and adds findings about the file itself.
func prepare(file *File, opts Options, report *Report) (jobs []*job) {
	var switches []verify.Switch
	if !file.Bib.IsForeign() {
		switches = verify.Switches(file.Bib, file.Source)
	}
	for _, s := range switches {
		if mistake := s.Mistake(); mistake != "" {
			report.Notes = append(report.Notes, file.Path+": "+mistake)
		}
	}
	report.Coverage.Entries += file.Unread
	report.Coverage.Unread += file.Unread
	ignored := verify.IgnoredBy(switches, opts.Ignored)
	twice := duplicates(file.Bib)
	for i := range file.Bib.Entries {
		entry := &file.Bib.Entries[i]
		uncited := file.Uncited[entry.Start]
		if !IsWork(entry) || file.Cited != nil && !uncited && !file.Cited[entry.Key] {
			report.Coverage.Entries++
			report.Coverage.Kinds++
			continue
		}
		j := &job{file: file, entry: entry, ignored: ignored(entry), extra: twice[entry.Start], year: opts.Year,
			answer: answer{failed: opts.Failed}}
		switch {
		case !entry.Complete:
			j.skip = true
			j.extra = append(j.extra, verify.Finding{Code: verify.Malformed,
				Message: "the entry is not closed: add the missing brace"})
		case uncited:
			j.skip = true
			j.extra = append(j.extra, verify.Finding{Code: verify.Uncited, Message: "no manuscript cites it"})
		}
		jobs = append(jobs, j)
	}
	return jobs
}

// IsWork reports whether corpora can have a record of an entry. It excludes helper entries such as
// @xdata, and software, web pages and the like.
func IsWork(e *bib.Entry) bool {
	switch e.Type {
	case "set", "xdata", "control", "ieeetranbstctl", "acronym", "software", "dataset", "online", "www", "electronic",
		"manual", "patent", "standard":
		return e.Type == "online" && e.Field("eprint") != ""
	case "misc":
		return e.Lookup("title") != nil &&
			(e.Lookup("author") != nil || e.Lookup("doi") != nil || e.Lookup("eprint") != nil)
	}
	return true
}

// duplicates returns the findings about repeated works and keys, by the start offset of the entry.
func duplicates(file *bib.File) map[int][]verify.Finding {
	all := make(map[int][]verify.Finding)
	for _, d := range file.DuplicateWorks() {
		all[d.Entry.Start] = append(all[d.Entry.Start], verify.Finding{Code: verify.Duplicate,
			Message: fmt.Sprintf("the same work as %q above", d.First.Key)})
	}
	for _, d := range file.DuplicateKeys() {
		all[d.Entry.Start] = append(all[d.Entry.Start], verify.Finding{Code: verify.DuplicateKey,
			Message: fmt.Sprintf("an earlier entry already has the key %q", d.Entry.Key)})
	}
	return all
}

// result returns the settled result of an entry.
func (j *job) result() verify.EntryResult {
	line, column, end := j.file.position(j.entry)
	checked := verify.EntryResult{Path: j.file.Path, Line: line, Column: column, EndLine: end, Entry: j.entry,
		Result: j.graded}
	checked.Key = j.entry.Key
	checked.Findings = append(slices.Clip(checked.Findings), j.extra...)
	checked.Settle(j.ignored)
	return checked
}

// refines maps findings from registries to the findings that they supersede.
var refines = map[verify.Code]verify.Code{
	verify.ArXivUnresolved: verify.ArXivUnknown, verify.DOIUnresolved: verify.DOIUnknown,
	verify.DOIUnknown: verify.DOIUnknown,
}

// position returns the first line, the column and the last line of an entry, counted from 1. For a
// list in another format, only the first line is known.
func (f *File) position(e *bib.Entry) (line, column, end int) {
	if f.Bib.IsForeign() {
		line, _ = slices.BinarySearch(f.Lines, e.KeySpan.Start+1)
		return max(line, 1), 1, max(line, 1)
	}
	line, column = f.Bib.Position(e.Start)
	end, _ = f.Bib.Position(e.End)
	return line, column, end
}

// grade compares a reference with the records found. If a source failed that may have the work, it
// replaces "not found" with an error.
func (j *job) grade() {
	if j.skip {
		return
	}
	j.graded = j.compare()
	j.compared = verify.Result{}
	j.graded.Findings = append(j.graded.Findings, j.hints()...)
	j.graded.Findings = slices.DeleteFunc(j.graded.Findings, func(f verify.Finding) bool {
		return slices.ContainsFunc(j.extra, func(extra verify.Finding) bool { return refines[extra.Code] == f.Code })
	})
	j.answer.papers, j.records = nil, nil
	for i, p := range j.graded.Records {
		j.graded.Records[i] = brief(p)
	}
	if p := j.graded.Published; p != nil {
		j.graded.Published = brief(p)
	}
	for i, f := range j.graded.Findings {
		if f.Code == verify.NoRecord && len(j.answer.failed) > 0 {
			j.graded.Findings[i] = verify.Finding{Code: verify.NotAsked, Message: j.answer.failed[0]}
		}
	}
}
