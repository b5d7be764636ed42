package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
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
known here. Lines that begin with "problem:" come first and say what is wrong and what to do. The exit
code is 0 where an editor would have something to search.`
}

// A checkup looks at one thing after the other and keeps what is wrong.
type checkup struct {
	std      streams
	flags    engineFlags
	loaded   config.Loaded
	problems []error
	named    bool     // the indexes were given as flags
	lines    []string // printed behind the problems
	own      int      // papers of the user's own files, or such files, here
	found    int      // papers that were found online
	remotes  []string // addresses of servers that answered
}

// Run says what is wrong, what is active, and why. It fails where the
// server would have nothing to search.
func (c doctorCmd) Run(ctx context.Context, std streams) error {
	k := &checkup{std: std, flags: c.engineFlags, named: len(c.Indexes) > 0}
	k.binaries(ctx)
	k.readSettings()
	listings := k.indexes(ctx)
	k.library(ctx)
	k.online()
	k.service(ctx)
	k.model(ctx)
	k.manuscripts(ctx, c.Manuscripts)
	err := k.engine(ctx, listings)
	k.print()
	return err
}

func (k *checkup) say(format string, args ...any) {
	k.lines = append(k.lines, fmt.Sprintf(format, args...))
}

// print puts the mistakes in front.
func (k *checkup) print() {
	fmt.Fprintf(k.std.out, "scilit-lsp %s, %s/%s, %s\n", version, runtime.GOOS, runtime.GOARCH, runtime.Version())
	for _, problem := range k.problems {
		fmt.Fprintf(k.std.out, "problem: %s\n", files.Explain(problem))
	}
	for _, line := range k.lines {
		fmt.Fprintln(k.std.out, line)
	}
}

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
func (k *checkup) indexes(ctx context.Context) (listings []index.Listing) {
	for _, dir := range k.flags.indexFolders() {
		if config.IsRemote(dir) {
			k.remote(ctx, dir)
			continue
		}
		l, err := index.Diagnose(dir)
		if err != nil {
			k.problem(fmt.Errorf("index %w", err))
			continue
		}
		k.say("index %s", described(l))
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

// library reports the user's own papers, as an editor in this folder has them.
func (k *checkup) library(ctx context.Context) {
	settings := k.loaded.Settings
	for _, source := range settings.Library.Folders {
		if _, err := os.Stat(source); err != nil {
			k.problem(fmt.Errorf("library.folders: there is no %s: correct the name, or mount its disk", source))
		}
	}
	here, err := os.Getwd()
	k.problem(err)
	parent, err := app.LibraryFolder(settings)
	k.problem(err)
	sources := app.LibrarySources(settings, []string{here})
	if sources.Empty() || err != nil {
		return
	}
	made := library.Of(parent, sources)
	for _, dir := range made {
		status, err := library.Look(dir)
		if err != nil {
			k.problem(fmt.Errorf("library %s: %w: run `scilit-lsp library forget %s`, and an editor makes it again", dir, err, dir))
			continue
		}
		k.own += status.Papers
		k.say("library %s", describedLibrary(status))
		for _, problem := range status.Problems {
			k.problem(fmt.Errorf("library: %s", problem))
		}
	}
	if len(made) > 0 {
		return
	}
	if k.own = sources.Count(ctx); k.own > 0 {
		k.say("library: of %s in this folder and in library.folders, not indexed yet: an editor does so when it opens this folder, as does `scilit-lsp library refresh`", text.Count(k.own, "file"))
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

func (k *checkup) manuscripts(ctx context.Context, paths []string) {
	here, err := os.Getwd()
	k.problem(err)
	rules := workspace.RulesOf(k.loaded, config.OpenTrust())
	for _, path := range paths {
		bibs, problems := workspace.Examine(ctx, path, here, rules)
		for _, bib := range bibs {
			k.say("manuscript %s: cites from %s", path, bib)
		}
		k.problems = append(k.problems, problems...)
	}
}
