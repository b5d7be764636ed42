// Package audit checks the entries of .bib files. It finds records in the corpora of an engine and
// compares entries with them, using package verify. It also reports problems with the files themselves,
// such as duplicates and uncited entries.
package audit

import (
	"context"
	"fmt"
	"iter"
	"slices"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/online"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// A File is a .bib file to check, or a reference list in another format.
type File struct {
	Path   string // path as shown to the user
	Bib    *bib.File
	Source string
	// Lines contains the line offsets of a list in another format.
	Lines []int
	// Unread is the number of references in such a list that could not be read.
	Unread int
	// Cited is the set of keys cited in manuscripts. If nil, all entries are checked.
	Cited map[string]bool
	// Uncited contains the start offsets of the entries that no manuscript cites.
	Uncited map[int]bool
}

// Options configure a check.
type Options struct {
	Year     int            // the current year
	Ignored  verify.Names   // codes and fields ignored in all files
	Failed   []string       // errors of sources that could not be opened and that the engine therefore lacks
	Progress func(done int) // may be nil
	Cache    Cache          // caches the results of checks without online sources; may be nil
	Online   *Repositories  // may be nil
	// Retractions contains the notices in the user's file. It may be nil.
	Retractions *Retractions
}

// A Report contains the results for all entries, in the order of the files.
type Report struct {
	References   *Results
	Notes        []string // messages about failed sources and mistakes in ignore comments
	SourceFailed bool     // at least one source could not be queried
	Coverage     verify.Coverage
}

// A job is the check of one entry.
type job struct {
	file    *File
	entry   *bib.Entry
	ignored verify.Names
	ref     verify.Reference
	extra   []verify.Finding
	skip    bool // the entry is not compared, since it is malformed or uncited
	answer  answer
	records []*online.Record // the records found that come from repositories
	graded  verify.Result    // result without the findings about the file
	// compared caches the result of comparing the entry with the first records found.
	compared verify.Result
	first    int
	year     int // the current year
}

func (j *job) compare() verify.Result {
	if j.first == 0 || j.first != len(j.answer.papers) {
		j.compared, j.first = verify.Compare(j.ref, j.answer.papers, j.year), len(j.answer.papers)
	}
	r := j.compared
	r.Findings = slices.Clone(r.Findings)
	return r
}

// Check checks the entries of files. It returns an error only if no source is available or ctx ends. If a
// source fails, the notes list it, and the entries that only it may have get the verdict error.
func Check(ctx context.Context, e *engine.Engine, files []File, opts Options) (Report, error) {
	report, about := Report{References: new(Results)}, new(Report)
	failed, err := ask(ctx, e, jobsOf(files, opts, about), opts, func(number int, batch []*job) {
		for _, j := range batch {
			graded := j.graded
			graded.Findings = append(slices.Clip(graded.Findings), j.extra...)
			report.Coverage.Add(&graded)
		}
		report.References.set(number, pack(batch))
	})
	if err != nil {
		return report, err
	}
	report.Notes, report.SourceFailed = append(about.Notes, failed...), len(failed) > 0
	report.Coverage.Entries += about.Coverage.Entries
	report.Coverage.Unread += about.Coverage.Unread
	report.Coverage.Kinds += about.Coverage.Kinds
	return report, nil
}

// Compare grades references by comparing them with records only. The caller may add findings and
// must then call Settle on each result. failed lists the errors of sources that could not be
// queried.
func Compare(ctx context.Context, e *engine.Engine, references []verify.Reference,
	opts Options) (results []verify.Result, failed []string, err error) {
	results = make([]verify.Result, len(references))
	jobs := func(yield func(*job) bool) {
		for _, r := range references {
			if !yield(&job{ref: r, year: opts.Year, answer: answer{failed: opts.Failed}}) {
				return
			}
		}
	}
	failed, err = ask(ctx, e, jobs, opts, func(number int, batch []*job) {
		for i, j := range batch {
			results[number*opts.atOnce()+i] = j.graded
		}
	})
	return results, failed, err
}

// jobsOf yields the jobs for files. It adds notes and the entries that are not compared to report.
func jobsOf(files []File, opts Options, report *Report) iter.Seq[*job] {
	return func(yield func(*job) bool) {
		for i := range files {
			for j := range prepare(&files[i], opts, report) {
				if !yield(j) {
					return
				}
			}
		}
	}
}

// prepare yields the jobs for a file, including the findings about the file itself.
func prepare(file *File, opts Options, report *Report) iter.Seq[*job] {
	return func(yield func(*job) bool) {
		ignored := report.read(file, opts)
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
				j.extra = append(j.extra, verify.Finding{Code: verify.Uncited, Message: "no manuscript cites this entry"})
			default:
				j.ref = verify.FromEntry(entry)
			}
			if !yield(j) {
				return
			}
		}
	}
}

// read adds notes about a file, and returns a function that lists the findings to ignore.
func (r *Report) read(file *File, opts Options) (ignored func(*bib.Entry) verify.Names) {
	var switches []verify.Switch
	if !file.Bib.IsForeign() {
		switches = verify.Switches(file.Bib, file.Source)
	}
	for _, s := range switches {
		if mistake := s.Mistake(); mistake != "" {
			r.Notes = append(r.Notes, file.Path+": "+mistake)
		}
	}
	r.Coverage.Entries += file.Unread
	r.Coverage.Unread += file.Unread
	return verify.IgnoredBy(switches, opts.Ignored)
}

// IsWork reports whether a corpus can have a record of an entry. It returns false for auxiliary entries
// such as @xdata, and for types such as software and web pages.
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

// duplicates returns the findings about repeated works and keys by the entry's start offset.
func duplicates(file *bib.File) map[int][]verify.Finding {
	all := make(map[int][]verify.Finding)
	for _, d := range file.DuplicateWorks() {
		all[d.Entry.Start] = append(all[d.Entry.Start], verify.Finding{Code: verify.Duplicate,
			Message: fmt.Sprintf("this entry describes the same work as %q above", d.First.Key)})
	}
	for _, d := range file.DuplicateKeys() {
		all[d.Entry.Start] = append(all[d.Entry.Start], verify.Finding{Code: verify.DuplicateKey,
			Message: fmt.Sprintf("an earlier entry already has the key %q", d.Entry.Key)})
	}
	return all
}

// settle returns the final result for an entry, without ignored findings.
func (j *job) settle() verify.Result {
	r := j.graded
	r.Key = j.entry.Key
	r.Findings = append(slices.Clip(r.Findings), j.extra...)
	r.Settle(j.ignored)
	return r
}

// refines maps findings from registries to the less specific findings that they replace.
var refines = map[verify.Code]verify.Code{
	verify.ArXivUnresolved: verify.ArXivUnknown,
	verify.DOIUnresolved:   verify.DOIUnknown, verify.DOIUnknown: verify.DOIUnknown,
}

// position returns the first line, the column and the last line of an entry, all counted from 1.
// For a list in another format, it knows only the first line.
func (f *File) position(e *bib.Entry) (line, column, end int) {
	if f.Bib.IsForeign() {
		line, _ = slices.BinarySearch(f.Lines, e.KeySpan.Start+1)
		return max(line, 1), 1, max(line, 1)
	}
	line, column = f.Bib.Position(e.Start)
	end, _ = f.Bib.Position(e.End)
	return line, column, end
}

// grade compares a reference with the records found. If a source that may have the work failed, it
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
