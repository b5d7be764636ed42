// Command scilit-lsp is a language server for citing while writing LaTeX, Markdown, Typst and Org.
// Other commands build and query indexes, check references, and serve research groups and agents.
package main

import (
	"context"
	"io"
	"log"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
)

// version is the program's version, which the linker sets in releases.
var version = "dev"

type commands struct {
	LSP        lspCmd        `cmd:"" name:"lsp" default:"1" help:"Run the language server on standard input and output; editors start it."`
	Demo       demoCmd       `cmd:"" help:"Show the suggestions for a sample manuscript: candidates, highlights and the edit as a diff."`
	Index      indexCmd      `cmd:"" help:"Build, update, list and verify indexes."`
	Corpus     corpusCmd     `cmd:"" help:"Build, update and describe a corpus of your field, grown from your references."`
	Library    libraryCmd    `cmd:"" help:"Show, update or remove the indexes of your own papers, which editors keep up to date."`
	Query      queryCmd      `cmd:"" help:"Find papers worth citing after a passage."`
	Search     searchCmd     `cmd:"" help:"Find papers on the topic of a passage, in your corpora or, with --online, in the online sources you enabled."`
	Online     onlineCmd     `cmd:"" help:"List, test and reset the online sources."`
	Highlights highlightsCmd `cmd:"" help:"Show the most important sentences of a paper."`
	Cite       citeCmd       `cmd:"" help:"Write a sentence that cites a paper, to be inserted after a passage."`
	Explain    explainCmd    `cmd:"" help:"Show the passages of a paper closest to a claim, and whether the paper supports the claim."`
	Ask        askCmd        `cmd:"" help:"Answer a question from papers, with the passages that support the answer."`
	Add        addCmd        `cmd:"" help:"Add works to a .bib file by DOI, arXiv or PubMed identifier, URL, or title."`
	Check      checkCmd      `cmd:"" help:"Compare the entries of .bib files with the records of your indexes."`
	Reference  referenceCmd  `cmd:"" help:"Format papers or .bib entries as references in a citation style."`
	MCP        mcpCmd        `cmd:"" name:"mcp" help:"Run a server for AI agents (Model Context Protocol) on standard input and output."`
	Serve      serveCmd      `cmd:"" help:"Serve indexes to a group, with a web page and an HTTP API."`
	Token      tokenCmd      `cmd:"" help:"Create or revoke the access token of a user of the group server."`
	LLM        llmCmd        `cmd:"" name:"llm" help:"Test the language model named in your settings, or allow it to receive text."`
	Doctor     doctorCmd     `cmd:"" help:"Report problems, and show the installed and active components."`
	Trust      trustCmd      `cmd:"" help:"Trust the current version of a workspace's scilit.toml, or allow edits to a .bib file outside workspaces."`
	Completion completionCmd `cmd:"" help:"Print the completion script for a shell."`
	Complete   completeCmd   `cmd:"" hidden:""`
	Man        manCmd        `cmd:"" hidden:""`
	ReadPDF    readPDFCmd    `cmd:"" name:"read-pdf" hidden:""`

	Version kong.VersionFlag `help:"Print the version."`
}

func main() {
	log.SetOutput(io.Discard) // net/http logs unsolicited responses from servers, which may contain a token
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// run executes a command line and returns its exit code.
func run(ctx context.Context, args []string, std cli.Streams) int {
	return cli.Program{
		Name: "scilit-lsp", Version: version, Commands: new(commands),
		Vars:  referenceVars(),
		About: "Finds papers worth citing while you write, on your own machine.",
	}.Run(ctx, args, std)
}
