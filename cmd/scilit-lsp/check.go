package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/engine/onnx"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
	"github.com/scilit-lsp/scilit-lsp/verify/lists"
	"github.com/scilit-lsp/scilit-lsp/verify/report"
)

type checkCmd struct {
	Indexes     []string `name:"index" sep:"none" placeholder:"DIR|URL" help:"Search this index (a folder or a server's URL) instead of your library and the indexes in your settings; may be repeated."`
	Format      string   `enum:"text,json,github,sarif,html" default:"text" help:"Format of the output: ${enum} (default ${default})."`
	Ignore      []string `placeholder:"CODE" help:"Ignore findings with this code, or about this field; may be repeated."`
	Online      bool     `help:"Also query the sources in your online.sources setting. The queries and hosts are printed first."`
	Sources     []string `placeholder:"NAME,..." help:"With --online, query these sources instead of those in your settings."`
	Yes         bool     `help:"With --online, send the queries without asking for confirmation. With --fix, write the corrections without asking."`
	Fresh       bool     `help:"Check all entries again instead of reusing the results of earlier runs."`
	Fail        []string `placeholder:"CODE" help:"Also fail on findings with this code, such as venue-unconfirmed, or about this field; may be repeated."`
	Warn        []string `placeholder:"CODE" help:"Warn instead of failing on findings with this code, or about this field; may be repeated."`
	Retractions string   `placeholder:"FILE" type:"path" help:"Also look for retractions in this CSV file, the Retraction Watch data published by Crossref. Nothing is sent."`
	Support     bool     `help:"Also grade how well the cited works support the sentences that cite them. Requires a manuscript."`
	Weakest     int      `default:"10" placeholder:"N" help:"Maximum number of weakly supported citations listed by --support (default ${default})."`
	Fix         bool     `help:"Print the corrections that are certain as a diff of the .bib files, and ask before writing each one. Without a terminal or --yes, nothing is changed."`
	All         bool     `help:"With --fix, ask once per file instead of once per field, and also replace preprints by their published versions."`
	Copied      bool     `help:"Instead of checking references, find unquoted passages of the manuscript that repeat twelve or more consecutive words of a cited work."`
	Codes       bool     `help:"List the codes of all possible findings and exit."`
	Files       []string `arg:"" optional:"" name:"file" help:"Reference lists (.bib, .bbl, .ris, CSL .json, Hayagriva .yml) or manuscripts. For a manuscript, cited entries are checked and uncited ones are listed."`
}

func (checkCmd) Help() string {
	return `Compares each entry with the records of your indexes and of the PDFs in your library: title, authors,
year, venue, identifiers, volume and pages. Your own .bib files do not count as evidence. The verdict is verified,
check (needs a look), mismatch (a record contradicts the entry) or not found. Not found does not mean that the
work does not exist. The last line counts the entries that were compared and those that were not.

Exit codes: 0 if entries were compared and none failed; 1 if an entry is a mismatch, retracted or malformed, or
--support finds a contradicted sentence (--fail and --warn change this); 2 for a wrong command line; 3 if a
source could not be queried; 4 if nothing was compared, or nothing in one of the files. Results are cached until
an entry or an index changes, so an interrupted check continues where it stopped.

With --online, the identifiers of all entries are sent to their registries, which know about retractions
and about published versions of preprints. Titles and first authors are sent only if the identifiers do
not settle an entry.

With --copied, the running text of manuscripts is compared with the abstracts and full texts of the works that
they cite, if your indexes or your library contain these texts. Case, punctuation and citations do not matter.
Names, numbers, formulas, titles and terms that the manuscript uses often do not count as copied. Block
quotations and text in quotation marks are skipped. The exit code is 1 if a passage is copied, and 4 if none of
the cited works has a text.

With --fix, corrections that a record makes certain are printed as a diff and written once you agree, one
field at a time. The record must have the entry's identifier and agree in the fields that identify the work; a
new identifier is certain if all other fields agree. All other bytes of the file stay as they are. A file that
changes in the meantime is not overwritten. The exit code is the same as for a check of the corrected files.

A comment such as the following ignores codes or fields. If it is inside an entry or right above one, it applies to
that entry, otherwise to the whole file:
% scilit-check: ignore year, venue-differs`
}

var errReferences = errors.New("some references failed the check")

var errContradicted = errors.New("a citing sentence is contradicted by the text of the cited work")

func (c checkCmd) Run(ctx context.Context, std cli.Streams) error {
	if c.Codes {
		return printCodes(std)
	}
	if err := c.checkFlags(); err != nil {
		return err
	}
	if c.Copied {
		return c.runCopied(ctx, std)
	}
	policy, err := c.policy()
	if err != nil {
		return err
	}
	files, problems, err := filesToCheck(ctx, std, c.Files)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return fmt.Errorf("%w: %w", cli.ErrNone, errors.Join(problems...))
	}
	opts, err := c.options(ctx, std, files)
	if err != nil {
		return err
	}
	e, failed, err := c.open(std)
	if err != nil {
		return err
	}
	defer e.Close()
	opts.Failed = failed
	answer, err := c.check(ctx, std, e, files, opts)
	if err != nil {
		return err
	}
	for _, note := range answer.Notes {
		std.Note("note: %s", note)
	}
	outcome := report.Check{References: answer.References.All(), Coverage: answer.Coverage, Policy: policy,
		Ignored: opts.Ignored}
	if c.Fix {
		err = c.fix(ctx, std, files, &outcome)
	} else {
		err = c.print(ctx, std, e, &outcome)
	}
	if err != nil {
		return err
	}
	return verdictOf(answer, outcome, problems)
}

// options returns the options of a check. It reads the retraction notices and, with --online, asks
// the user for consent to query repositories.
func (c checkCmd) options(ctx context.Context, std cli.Streams, files []audit.File) (opts audit.Options, err error) {
	opts.Year = time.Now().Year()
	if opts.Ignored, err = cli.CodeNames("--ignore", c.Ignore); err != nil {
		return opts, err
	}
	if opts.Retractions, err = c.retractions(ctx, std); err != nil {
		return opts, err
	}
	opts.Online, err = c.repositories(std, files)
	return opts, err
}

// policy returns the findings that fail the check and those that only warn, from --fail and --warn.
func (c checkCmd) policy() (p verify.Policy, err error) {
	if p.Fail, err = cli.CodeNames("--fail", c.Fail); err != nil {
		return p, err
	}
	p.Warn, err = cli.CodeNames("--warn", c.Warn)
	return p, err
}

// checkFlags rejects flags that cannot be combined or that need other flags.
func (c checkCmd) checkFlags() error {
	switch {
	case len(c.Files) == 0:
		return fmt.Errorf("%w: give a .bib file or a manuscript", cli.ErrUsage)
	case c.Copied:
		return c.checkCopiedFlags()
	case c.Fix || c.All:
		return c.checkFixFlags()
	case c.Support && !slices.ContainsFunc(c.Files, func(name string) bool { return !lists.Is(name) }):
		return fmt.Errorf("%w: --support requires a manuscript", cli.ErrUsage)
	}
	return nil
}

// collectAtCheck is the value of GOGC while entries are checked. It is lower than the default
// because the entries and results of a long list fill most of the heap, while records are
// short-lived.
const collectAtCheck = 50

// check checks all entries. It shows a progress bar and caches the results.
func (c checkCmd) check(ctx context.Context, std cli.Streams, e *engine.Engine, files []audit.File,
	opts audit.Options) (audit.Report, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(collectAtCheck))
	all := 0
	for _, f := range files {
		all += len(f.Bib.Entries)
	}
	bar := cli.ProgressOf(std.Err, all, "checking", "entries")
	opts.Progress = func(done int) { _ = bar.Set(done) }
	if cache := c.cache(ctx, std); cache != nil {
		defer cache.Close()
		opts.Cache = cache
	}
	answer, err := audit.Check(ctx, e, files, opts)
	_ = bar.Finish()
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted: run the same command again to continue")
	}
	return answer, err
}

// cache opens the cache of earlier results. It returns nil with --fresh or if the cache cannot be opened.
func (c checkCmd) cache(ctx context.Context, std cli.Streams) *audit.FileCache {
	if c.Fresh {
		return nil
	}
	dir, err := onnx.CacheDir()
	if err != nil {
		return nil
	}
	cache, err := audit.OpenFileCache(ctx, filepath.Join(dir, "checked", "results.jsonl"))
	if err != nil {
		std.Note("note: the results will not be cached: %v", err)
		return nil
	}
	return cache
}

// print prints the report. With --support, it first grades how well the cited works support their
// sentences.
func (c checkCmd) print(ctx context.Context, std cli.Streams, e *engine.Engine, outcome *report.Check) (err error) {
	if c.Support {
		if outcome.Support, err = c.checkSupport(ctx, std, e); err != nil {
			return err
		}
	}
	if c.Format != "text" {
		std.Note("%s", outcome.Coverage)
	}
	return report.Formats[c.Format](std.Out, *outcome)
}

// verdictOf returns the error that determines the exit code, or nil if all references passed.
func verdictOf(answer audit.Report, outcome report.Check, problems []error) error {
	switch {
	case answer.SourceFailed:
		return fmt.Errorf("%w and may have the works that were not found; see the notes above", cli.ErrSource)
	case outcome.Fails():
		return fmt.Errorf("%w: correct them, or disable a code with a comment `%% scilit-check: ignore CODE`", errReferences)
	case outcome.Contradicted():
		return fmt.Errorf("%w: read the passages, or use --warn %s to get a warning instead", errContradicted,
			verify.ClaimContradicted)
	case len(problems) > 0:
		return fmt.Errorf("%w in some files: %w", cli.ErrNone, errors.Join(problems...))
	case answer.Coverage.Compared == 0:
		return fmt.Errorf("%w: no source has a record of any entry; add an index of your field, or query more sources "+
			"with --online and --sources", cli.ErrNone)
	}
	return nil
}

// open opens the corpora. failed describes those that could not be opened.
func (c checkCmd) open(std cli.Streams) (e *engine.Engine, failed []string, err error) {
	e, all := cli.OpenWorks(std.Settings(), c.Indexes)
	unopened := errors.Join(all...)
	if e == nil && !c.Online && c.Retractions == "" {
		return nil, nil, errors.Join(cli.ErrSource, unopened)
	}
	if e == nil {
		e = engine.New(engine.Parts{})
	}
	if unopened != nil && !errors.Is(unopened, engine.ErrNoIndex) { // without an index, the user's library is enough
		failed = []string{unopened.Error()}
	}
	return e, failed, nil
}

func printCodes(std cli.Streams) error {
	for _, k := range verify.Kinds {
		fmt.Fprintf(std.Out, "%-16s  %-9s  %-7s  %s\n", k.Code, k.Verdict, k.Field, k.About)
	}
	return nil
}

// relative returns a path relative to the current folder, because annotations in CI need relative
// paths. It returns paths outside the folder unchanged.
func relative(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	inside, err := filepath.Rel(here, path)
	if err != nil || strings.HasPrefix(inside, "..") {
		return path
	}
	return filepath.ToSlash(inside)
}
