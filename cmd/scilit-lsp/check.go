package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/verify"
	"github.com/scilit-lsp/scilit-lsp/verify/audit"
	"github.com/scilit-lsp/scilit-lsp/verify/report"
)

type checkCmd struct {
	Indexes []string `name:"index" placeholder:"DIR" help:"Folder of a corpus; may be repeated. Those of scilit.toml or SCILIT_INDEX where not given, and your library."`
	Format  string   `enum:"text,json,github,sarif" default:"text" help:"One of ${enum} (${default})."`
	Ignore  []string `placeholder:"CODE" help:"Codes or fields that do not count; may be repeated."`
	Support bool     `help:"Grade how well the cited works support the sentences of a manuscript that cite them, too; with the format text or json."`
	Weakest int      `default:"10" placeholder:"N" help:"How many of the citations that are supported least --support shows (${default})."`
	Codes   bool     `help:"List the codes instead."`
	Files   []string `arg:"" optional:"" name:"file" help:".bib files, or manuscripts: then the entries that they cite are checked, and those are named that nothing cites."`
}

// Help says what a verdict means and how findings are switched off.
func (checkCmd) Help() string {
	return `Compares each entry with the records of your indexes and your library: title, authors, year, venue,
identifiers, volume and pages. An entry is verified; to check; a mismatch, which contradicts a record; or not
found, which says nothing about whether the work exists. The exit code is 1 where an entry is a mismatch or not
found, and 3 where a source could not be asked.

A comment switches codes or fields off, for the entry below it or that it is in, else for the file:
% scilit-check: ignore year, venue-differs`
}

// errReferences and errUnasked give the exit codes of a check.
var (
	errReferences = errors.New("references fail")
	errUnasked    = errors.New("a source could not be asked")
)

// Run checks the entries of files.
func (c checkCmd) Run(ctx context.Context, std streams) error {
	if c.Codes {
		return printCodes(std)
	}
	ignored, err := c.ignored()
	if err != nil {
		return err
	}
	files, err := filesToCheck(ctx, c.Files)
	if err != nil {
		return err
	}
	e, failed, err := c.open(std)
	if err != nil {
		return err
	}
	defer e.Close()
	bar := progress(std.err, "entries")
	answer, err := audit.Check(ctx, e, files, audit.Options{
		Year: time.Now().Year(), Ignored: ignored, Failed: failed, Progress: func(done int) { _ = bar.Set(done) },
	})
	_ = bar.Finish()
	if err != nil {
		return err
	}
	for _, note := range answer.Notes {
		fmt.Fprintf(std.err, "scilit-lsp: note: %s\n", note)
	}
	if err := c.print(ctx, std, e, answer.References); err != nil {
		return err
	}
	return verdictOf(answer)
}

// print prints the entries, and the citations where they are asked for.
func (c checkCmd) print(ctx context.Context, std streams, e *engine.Engine, references []verify.Checked) error {
	if !c.Support {
		return report.Formats[c.Format](std.out, references)
	}
	cited, err := c.checkSupport(ctx, std, e)
	if err != nil {
		return err
	}
	if c.Format == "json" {
		return report.JSONWithSupport(std.out, references, cited)
	}
	return report.TextWithSupport(std.out, references, cited)
}

// verdictOf is the error whose exit code CI acts on.
func verdictOf(answer audit.Report) error {
	switch {
	case answer.Unasked:
		return fmt.Errorf("%w, so what is not found may be there: see the notes above", errUnasked)
	case report.Fails(answer.References):
		return fmt.Errorf("%w: correct them, or switch codes off by a comment `%% scilit-check: ignore CODE`", errReferences)
	}
	return nil
}

func (c checkCmd) ignored() (verify.Ignored, error) {
	ignored := verify.Ignored{}
	for _, name := range c.Ignore {
		if !verify.IsName(name) {
			return nil, fmt.Errorf("%w: --ignore %s: no such code: `scilit-lsp check --codes` lists them", errUsage, name)
		}
		ignored[name] = true
	}
	if len(c.Files) == 0 {
		return nil, fmt.Errorf("%w: name a .bib or a manuscript", errUsage)
	}
	if c.Support && c.Format != "text" && c.Format != "json" {
		return nil, fmt.Errorf("%w: --support: it goes with --format text or json", errUsage)
	}
	if c.Support && !slices.ContainsFunc(c.Files, func(name string) bool { return !isBib(name) }) {
		return nil, fmt.Errorf("%w: --support: name a manuscript, whose sentences can be compared", errUsage)
	}
	return ignored, nil
}

// open opens the indexes as add does; failed are those that cannot be opened.
func (c checkCmd) open(std streams) (e *engine.Engine, failed []string, err error) {
	settings := settingsHere(std)
	if len(c.Indexes) > 0 {
		settings.Indexes = engineFlags{Indexes: c.Indexes}.indexFolders()
	}
	e, all := app.OpenWorks(settings, len(c.Indexes) > 0)
	unopened := errors.Join(all...)
	if e == nil {
		return nil, nil, errors.Join(errUnasked, unopened)
	}
	if unopened != nil && !errors.Is(unopened, engine.ErrNoIndex) { // else the library is enough
		failed = []string{unopened.Error()}
	}
	return e, failed, nil
}

func printCodes(std streams) error {
	for _, k := range verify.Kinds {
		fmt.Fprintf(std.out, "%-16s  %-9s  %-7s  %s\n", k.Code, k.Verdict, k.Field, k.About)
	}
	return nil
}

// shown is a path relative to the current folder where it is inside, as CI wants it.
func shown(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	relative, err := filepath.Rel(here, path)
	if err != nil || strings.HasPrefix(relative, "..") {
		return path
	}
	return filepath.ToSlash(relative)
}
