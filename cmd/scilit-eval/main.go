// Command scilit-eval measures the quality of scilit-lsp on real citations and writes training data
// for its models. It is not part of the packaged product.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"

	"github.com/alecthomas/kong"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
)

// version is the program's version, which the linker sets.
var version = "dev"

type commands struct {
	Retrieval    retrievalCmd    `cmd:"" help:"Measure recall, MRR and nDCG of cited papers."`
	Relevance    relevanceCmd    `cmd:"" help:"Measure the calibration of the displayed relevance."`
	Highlights   highlightsCmd   `cmd:"" help:"Measure ROUGE of highlights against abstracts."`
	Citations    citationsCmd    `cmd:"" help:"Measure the ROUGE of citing sentences against the authors' own, and their support by the paper."`
	Faithfulness faithfulnessCmd `cmd:"" help:"Measure how well the check detects unsupported sentences."`
	Read         readCmd         `cmd:"" help:"Write a sheet of citing sentences for two people to label, or count their labels."`
	Statements   statementsCmd   `cmd:"" help:"Write a sheet of statements with references for people to label, or compute validity, precision and usability from the labels."`
	Candidates   candidatesCmd   `cmd:"" help:"Write first-stage candidates as JSON lines, for training rerankers."`
	Fields       fieldsCmd       `cmd:"" help:"Measure the ranking stages on several fields, each with weights fitted on the other fields."`
	FieldSets    fieldSetsCmd    `cmd:"" help:"Write contexts and corpora of several fields, for the fields command."`
	Answers      answersCmd      `cmd:"" help:"Measure answers to questions: sources, support by passages, and refusals of unanswerable questions."`
	Choice       choiceCmd       `cmd:"" help:"Measure how well the statement used by an author is chosen from those in the cited paper."`
	Copied       copiedCmd       `cmd:"" help:"Measure the check for copied passages: how many published papers it flags, and how many planted copies it finds."`
	Integrity    integrityCmd    `cmd:"" help:"Measure how well falsified references are detected."`
	Sources      sourcesCmd      `cmd:"" help:"Count the true references that are flagged if the records come from another source."`
	Examples     examplesCmd     `cmd:"" help:"Write the features of papers as rows of float32, for training extractors."`
	Texts        textsCmd        `cmd:"" hidden:"" help:"Write queries or papers as models read them, as JSON lines, for training."`
	Syntax       syntaxCmd       `cmd:"" help:"Measure tags and dependency trees against a treebank."`
	Routing      routingCmd      `cmd:"" help:"Measure the routing of statements to repositories by discipline."`
	Queries      queriesCmd      `cmd:"" help:"Compare queries made from sentences, from their keywords, and from keywords chosen with the context."`
	Explain      explainCmd      `cmd:"" help:"Measure the detection of swapped citations by the closest passages."`
	Judge        judgeCmd        `cmd:"" help:"Compare the verdicts on claims about papers (supported, contradicted, neither) with human labels."`
	Swaps        swapsCmd        `cmd:"" help:"Measure how well the support check finds swapped citation keys in a manuscript."`
	Grow         growCmd         `cmd:"" help:"Compare the works chosen for a corpus grown from seed papers with plain neighbors in the citation graph."`

	Version kong.VersionFlag `help:"Print the version."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	os.Exit(run(ctx, os.Args[1:], cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
}

// run executes a command line and returns its exit code.
func run(ctx context.Context, args []string, std cli.Streams) int {
	return cli.Program{
		Name: "scilit-eval", Version: version, Commands: new(commands),
		About: "Measures the quality of scilit-lsp on real citations, and writes texts for training.",
	}.Run(ctx, args, std)
}
