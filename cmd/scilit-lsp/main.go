// Command scilit-lsp is a language server for citing while writing LaTeX and
// Markdown, and the tools around it: building and checking indexes, asking
// them from the shell, measuring quality, and finding out what is installed.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/alecthomas/kong"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// version is set by the linker in a release.
var version = "dev"

type cli struct {
	LSP        lspCmd        `cmd:"" name:"lsp" default:"1" help:"Run the language server on standard input and output (what an editor starts)."`
	Demo       demoCmd       `cmd:"" help:"Play the editor on a manuscript: candidates, highlights and the edit as a diff."`
	Index      indexCmd      `cmd:"" help:"Build, change, list and verify indexes."`
	Library    libraryCmd    `cmd:"" help:"The index of your own library, which editors keep up to date."`
	Query      queryCmd      `cmd:"" help:"Find papers worth citing after the text on standard input."`
	Search     searchCmd     `cmd:"" help:"Find papers about a text: here, or with --online in the repositories of the literature that you turned on."`
	Online     onlineCmd     `cmd:"" help:"The repositories of the literature that can be asked."`
	Highlights highlightsCmd `cmd:"" help:"Show the sentences of a paper that matter."`
	Cite       citeCmd       `cmd:"" help:"Write the sentence that cites a paper after the text on standard input."`
	Explain    explainCmd    `cmd:"" help:"Show the passages of a paper that are closest to the claim on standard input, and whether it supports it."`
	Ask        askCmd        `cmd:"" help:"Answer a question by what papers say, with the passages that show it."`
	Add        addCmd        `cmd:"" help:"Add the entries of works to a .bib, by DOI, arXiv or PubMed identifier, address, or title."`
	Check      checkCmd      `cmd:"" help:"Compare the entries of .bib files with the records of your indexes."`
	Reference  referenceCmd  `cmd:"" help:"Write the references of papers or .bib entries in a style or format."`
	Eval       evalCmd       `cmd:"" help:"Measure quality on real citations."`
	MCP        mcpCmd        `cmd:"" name:"mcp" help:"Run the server for agents on standard input and output, by the Model Context Protocol."`
	Serve      serveCmd      `cmd:"" help:"Serve a page and an HTTP API over indexes, for a group."`
	Token      tokenCmd      `cmd:"" help:"Make a token for a user of serve, or take it back."`
	LLM        llmCmd        `cmd:"" name:"llm" help:"The language model of your own that may draft sentences and answer questions."`
	Doctor     doctorCmd     `cmd:"" help:"Say what is installed, what is active, and why."`
	Trust      trustCmd      `cmd:"" help:"Let a workspace's scilit.toml set all, as it is now; or let a .bib outside workspaces be edited."`
	Completion completionCmd `cmd:"" help:"Print the completion script of a shell."`
	Complete   completeCmd   `cmd:"" hidden:""`
	Man        manCmd        `cmd:"" hidden:""`
	ReadPDF    readPDFCmd    `cmd:"" name:"read-pdf" hidden:""`

	Version kong.VersionFlag `help:"Print the version."`
}

// streams are what a command reads and writes; tests give their own.
type streams struct {
	in       io.Reader
	out, err io.Writer
}

func main() {
	log.SetOutput(io.Discard) // net/http logs what a server sends unasked, which may be a token
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], streams{os.Stdin, os.Stdout, os.Stderr}))
}

// run returns the exit code: 0 done, 1 the work failed, 2 wrong usage, 3 a source
// could not be asked.
func run(ctx context.Context, args []string, std streams) int {
	std.out, std.err = &printer{to: std.out}, &printer{to: std.err}
	var c cli
	parser, err := kong.New(&c, kong.Name("scilit-lsp"),
		kong.Description("Cite while writing: finds the papers worth citing at the cursor, on your own machine."),
		kong.Vars{"version": version}, kong.Writers(std.out, std.err), kong.UsageOnError(),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(std))
	if err != nil {
		return fail(std, 1, err)
	}
	command, err := parser.Parse(spelled(args))
	if err != nil {
		return fail(std, 2, fmt.Errorf("usage: %w (see scilit-lsp --help)", err))
	}
	if err := command.Run(); err != nil {
		return fail(std, exitCode(err), err)
	}
	return 0
}

// spelled turns the words that people try into flags: help [command] and version.
func spelled(args []string) []string {
	switch {
	case len(args) == 0:
		return args
	case args[0] == "help":
		return append(slices.Clone(args[1:]), "--help")
	case args[0] == "version" && len(args) == 1:
		return []string{"--version"}
	}
	return args
}

func fail(std streams, code int, err error) int {
	fmt.Fprintf(std.err, "scilit-lsp: %s\n", files.Explain(err))
	return code
}

// errUsage marks an error that a different command line would avoid.
var errUsage = errors.New("usage")

func exitCode(err error) int {
	if errors.Is(err, errUsage) {
		return 2
	}
	if errors.Is(err, errUnasked) {
		return 3
	}
	return 1
}
