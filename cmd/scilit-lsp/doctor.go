package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

type doctorCmd struct {
	engineFlags
	Manuscripts []string `arg:"" optional:"" name:"file" help:"Manuscripts: says where their citations go."`
}

// Help says what is looked at.
func (c doctorCmd) Help() string {
	return `It looks with the eyes of the server: with scilit.toml of this folder, as far as
you trust it, and of the configuration folder, where flags say nothing else. What an editor sets is not
known here. Lines that begin with "problem:" say what is wrong and what to do.`
}

// A checkup looks at one thing after the other and keeps what is wrong.
type checkup struct {
	std      streams
	flags    engineFlags
	loaded   config.Loaded
	problems []error
}

// Run says what is installed, what is active, and why. It fails where the
// server would have nothing to search.
func (c doctorCmd) Run(ctx context.Context, std streams) error {
	k := &checkup{std: std, flags: c.engineFlags}
	k.say("scilit-lsp %s, %s/%s, %s", version, runtime.GOOS, runtime.GOARCH, runtime.Version())
	k.binaries(ctx)
	k.readSettings()
	writer := k.models()
	listings := k.indexes()
	k.libraries()
	k.service(ctx)
	k.manuscripts(c.Manuscripts)
	err := k.engine(ctx, listings, writer)
	for _, problem := range k.problems {
		k.say("problem: %v", problem)
	}
	return err
}

func (k *checkup) say(format string, args ...any) { fmt.Fprintf(k.std.out, format+"\n", args...) }

func (k *checkup) problem(err error) {
	if err != nil {
		k.problems = append(k.problems, err)
	}
}

// readSettings takes from scilit.toml what no flag says, as the server would.
func (k *checkup) readSettings() {
	k.loaded = loadHere()
	for _, problem := range k.loaded.Problems {
		if errors.As(problem, new(config.Mistake)) {
			problem = fmt.Errorf("%w: correct the line, or remove it", problem)
		}
		k.problem(problem)
	}
	for _, refusal := range k.loaded.Refused {
		k.problem(errors.New(refusal.String()))
	}
	for _, set := range k.loaded.Set() {
		k.say("setting %s: %s", set.Key, set.Origin)
	}
	settings := k.loaded.Settings
	if len(k.flags.Indexes) == 0 {
		k.flags.Indexes = settings.Indexes
	}
	if len(k.flags.Models) == 0 {
		k.flags.Models = settings.Models
	}
	if k.flags.Engine == "auto" {
		k.flags.Engine = settings.Engine
	}
	if k.flags.Writer == "composer" {
		k.flags.Writer = settings.Writer
	}
	k.flags.Runtime = cmp.Or(k.flags.Runtime, settings.ONNXRuntime)
}

// indexes lists those that can be read.
func (k *checkup) indexes() (listings []index.Listing) {
	for _, dir := range k.flags.indexFolders() {
		l, err := index.Diagnose(dir)
		if err != nil {
			k.problem(fmt.Errorf("index %w", err))
			continue
		}
		fmt.Fprint(k.std.out, "index ")
		printListing(k.std.out, l)
		listings = append(listings, l)
		holder, interrupted := index.Writing(dir)
		if holder != "" {
			k.say("note: index %s is being written by %s: it can be searched, and if that process hangs it can be ended", dir, holder)
		}
		if interrupted {
			k.say("note: index %s: an add or a build was interrupted: run it again, and it goes on with the vectors that it had made", dir)
		}
	}
	return listings
}

// libraries reports the user's own papers.
func (k *checkup) libraries() {
	for _, source := range k.loaded.Settings.Library.Folders {
		if _, err := os.Stat(source); err != nil {
			k.problem(fmt.Errorf("library.folders: there is no %s: correct the name, or mount its disk", source))
		}
	}
	parent, err := libraryFolder(k.loaded.Settings)
	if err != nil {
		k.problem(err)
		return
	}
	here, gone := sortLibraries(library.All(parent))
	reportLibraries(k.std.out, here)
	if len(gone) > 0 {
		k.say("note: libraries of folders that are gone: %d; `scilit-lsp library forget --gone` removes their indexes", len(gone))
	}
}

// patience is how long a service or another program may take to answer.
const patience = 5 * time.Second

// service asks the GROBID of the settings whether it is there.
func (k *checkup) service(ctx context.Context) {
	if k.loaded.Settings.GROBID == "" {
		return
	}
	grobid, err := corpus.NewGROBID(k.loaded.Settings.GROBID, network.New(k.loaded.Settings.Network.Allow))
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, patience)
		defer cancel()
		err = grobid.Answers(ctx)
	}
	if err != nil {
		k.problem(err)
		return
	}
	k.say("GROBID: %s answers", k.loaded.Settings.GROBID)
}

func (k *checkup) manuscripts(paths []string) {
	here, err := os.Getwd()
	k.problem(err)
	rules := workspace.RulesOf(k.loaded, config.OpenTrust())
	for _, path := range paths {
		bibs, problems := workspace.Examine(path, here, rules)
		for _, bib := range bibs {
			k.say("manuscript %s: cites from %s", path, bib)
		}
		k.problems = append(k.problems, problems...)
	}
}
