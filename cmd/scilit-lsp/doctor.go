package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/config/confine"
	"github.com/scilit-lsp/scilit-lsp/engine/corpus"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/index"
	"github.com/scilit-lsp/scilit-lsp/engine/library"
	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"github.com/scilit-lsp/scilit-lsp/engine/text"
	"github.com/scilit-lsp/scilit-lsp/lsp/workspace"
)

type doctorCmd struct {
	cli.EngineFlags
	Manuscripts []string `arg:"" optional:"" name:"file" help:"Manuscripts. For each one, doctor shows the .bib file to which new entries are added."`
}

func (c doctorCmd) Help() string {
	return `Uses the same settings as the server: those in your own scilit.toml, and those in the scilit.toml of this
folder, some of which apply only after you trust it. Flags override both. Settings in your editor are not read.
Problems are printed first, each with a remedy. The exit code is 0 if an editor would have papers to search.`
}

// A checkup inspects the parts of an installation one by one and collects the problems.
type checkup struct {
	std      cli.Streams
	flags    cli.EngineFlags
	loaded   config.Loaded
	settings config.Settings // the loaded settings with the flags applied
	problems []error
	named    bool     // whether the user gave the indexes as flags
	lines    []string // lines to print after the problems
	own      int      // number of papers in the user's library, or of its files if it is not indexed yet
	found    int      // number of papers that were found online and stored
	foundDir string   // folder of these papers; "" if none were stored
	remotes  []string // URLs of the index servers that responded
	unopened error    // error that prevents opening the library and the papers found online
}

// Run prints problems first and then the working parts. It fails if an editor could not search any
// papers.
func (c doctorCmd) Run(ctx context.Context, std cli.Streams) error {
	k := &checkup{std: std, flags: c.EngineFlags, named: len(c.Indexes) > 0}
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

func (k *checkup) printf(format string, args ...any) {
	k.lines = append(k.lines, fmt.Sprintf(format, args...))
}

// print writes the problems before all other lines.
func (k *checkup) print() {
	fmt.Fprintf(k.std.Out, "scilit-lsp %s, %s/%s, %s\n", version, runtime.GOOS, runtime.GOARCH, runtime.Version())
	for _, problem := range k.problems {
		fmt.Fprintf(k.std.Out, "problem: %s\n", files.Explain(problem))
	}
	for _, line := range k.lines {
		fmt.Fprintln(k.std.Out, line)
	}
}

func (k *checkup) problem(err error) {
	if err != nil {
		k.problems = append(k.problems, err)
	}
}

// readSettings loads the settings and applies the flags. Without --index, it adds the grown corpora,
// which the server also searches.
func (k *checkup) readSettings() {
	k.loaded = cli.Load()
	for _, problem := range k.loaded.Problems {
		if errors.As(problem, new(config.Mistake)) {
			problem = fmt.Errorf("%w; correct or remove the line", problem)
		}
		k.problem(problem)
	}
	for _, refusal := range k.loaded.Refused {
		k.problem(errors.New(refusal.String()))
	}
	for _, key := range slices.Sorted(maps.Keys(k.loaded.Origins)) {
		k.printf("setting %s: %s", key, k.loaded.Origins[key])
	}
	k.settings = k.flags.Over(k.loaded.Settings)
	k.settings.ModelIdleMinutes = 0
	if !k.named {
		k.settings = backend.WithGrownCorpora(k.settings)
	}
}

// indexes returns the indexes that contain papers, and adds a problem for each of the others.
func (k *checkup) indexes(ctx context.Context) (listings []index.Listing) {
	for _, dir := range k.settings.Indexes {
		if config.IsRemote(dir) {
			k.remote(ctx, dir)
			continue
		}
		l, err := index.Diagnose(dir)
		if err != nil {
			k.problem(fmt.Errorf("index %w", err))
			continue
		}
		k.printf("index %s", described(l))
		if l.Papers == 0 {
			k.problem(fmt.Errorf("index %s contains no papers; add some with `scilit-lsp index add %s FILE...`", dir, dir))
		} else {
			listings = append(listings, l)
		}
		holder, interrupted := index.Writing(dir)
		if holder != "" {
			k.printf("note: index %s is being written by %s; it can be searched in the meantime", dir, holder)
		}
		if interrupted {
			k.printf("note: a build or update of index %s was interrupted; run the same command again to continue; "+
				"the vectors computed so far are kept", dir)
		}
	}
	return listings
}

// library reports the papers in the user's library, as a server started by an editor in this folder
// would find them.
func (k *checkup) library(ctx context.Context) {
	settings := k.loaded.Settings
	for _, source := range settings.Library.Folders {
		if _, err := os.Stat(source); err != nil {
			k.problem(fmt.Errorf("library.folders: %w; correct the path or its permissions, or mount the disk "+
				"that contains it", err))
		}
	}
	here, err := os.Getwd()
	k.problem(err)
	parent, err := backend.LibraryFolder(settings)
	k.problem(err)
	sources := backend.LibrarySources(settings, []string{here})
	if sources.Empty() || err != nil {
		return
	}
	made := library.Of(parent, sources)
	for _, dir := range made {
		status, err := library.Look(dir)
		if err != nil {
			k.problem(fmt.Errorf("library %s: %w; to rebuild it, run `scilit-lsp library forget %s`, then "+
				"`scilit-lsp library refresh`", dir, err, dir))
			continue
		}
		k.own += status.Papers
		k.printf("library %s", describedLibrary(status))
		for _, problem := range status.Problems {
			k.problem(fmt.Errorf("library: %s", problem))
		}
	}
	if len(made) > 0 {
		return
	}
	if k.own = sources.Count(ctx); k.own > 0 {
		k.printf("library: not indexed yet (%s in this folder and in library.folders); open this folder in an editor, "+
			"or run `scilit-lsp library refresh`", text.Count(k.own, "file"))
	}
}

const timeout = 5 * time.Second // time limit for the response of a service or another program

func (k *checkup) service(ctx context.Context) {
	if k.loaded.Settings.GROBID == "" {
		return
	}
	grobid, err := corpus.NewGROBID(k.loaded.Settings.GROBID, network.New(k.loaded.Settings.Network.Allow))
	if err == nil {
		ctx, cancel := context.WithTimeout(ctx, timeout)
		defer cancel()
		err = grobid.Answers(ctx)
	}
	if err != nil {
		k.problem(err)
		return
	}
	k.printf("GROBID: %s is responding", k.loaded.Settings.GROBID)
}

func (k *checkup) manuscripts(ctx context.Context, paths []string) {
	here, err := os.Getwd()
	k.problem(err)
	rules := workspace.RulesOf(k.loaded, config.OpenTrust())
	for _, path := range paths {
		bibs, problems := workspace.Examine(ctx, path, here, rules)
		for _, bib := range bibs {
			k.printf("manuscript %s: new entries go into %s", path, bib)
		}
		k.problems = append(k.problems, problems...)
	}
}

// binaries checks whether the program that editors would find on PATH is this one.
func (k *checkup) binaries(ctx context.Context) {
	own, err := os.Executable()
	if err != nil {
		return
	}
	first, err := exec.LookPath("scilit-lsp")
	switch {
	case err != nil:
		k.problem(fmt.Errorf("editors cannot start scilit-lsp, because it is not in PATH; add %s to PATH", filepath.Dir(own)))
	case !confine.Same(first, own):
		k.problem(otherVersion(ctx, first, own))
	}
}

// otherVersion returns an error if another copy of the program has a different version.
func otherVersion(ctx context.Context, first, own string) error {
	ctx, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	printed, err := exec.CommandContext(ctx, first, "--version").Output()
	other := strings.TrimSpace(string(printed))
	if err != nil {
		other = "unknown, because it failed when run with --version"
	}
	if other == version {
		return nil
	}
	return fmt.Errorf("editors start %s (version %s), but this program is %s (version %s); remove one of them, or "+
		"put the folder of the one you want first in PATH", first, other, own, version)
}
