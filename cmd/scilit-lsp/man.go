package main

import (
	_ "embed"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/alecthomas/kong"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
)

// manCmd prints the manual page scilit-lsp(1) in the mdoc format. Its commands and flags come from
// the help texts, and the other sections from man.mdoc.
type manCmd struct{}

//go:embed man.mdoc
var manRest string

func (manCmd) Run(ctx *kong.Context, std cli.Streams) error {
	app := ctx.Model.Node
	w := &strings.Builder{}
	fmt.Fprintf(w, ".Dd %s\n.Dt SCILIT-LSP 1\n.Os\n", manDay().Format("January 2, 2006"))
	fmt.Fprintf(w, ".Sh NAME\n.Nm scilit-lsp\n.Nd language server for citing while writing\n")
	fmt.Fprintf(w, ".Sh SYNOPSIS\n.Nm\n.Op Ar command\n.Op Ar arguments\n")
	fmt.Fprintf(w, ".Sh DESCRIPTION\n%s\nWithout a command, it runs the language server; this is how editors start it.\n",
		prose(app.Help))
	fmt.Fprintf(w, ".Sh COMMANDS\n.Bl -tag -width Ds\n")
	for _, command := range app.Leaves(true) {
		manCommand(w, command)
	}
	fmt.Fprintf(w, ".El\n%s", manRest)
	_, err := io.WriteString(std.Out, w.String())
	return err
}

func manDay() time.Time {
	if seconds, err := strconv.ParseInt(os.Getenv("SOURCE_DATE_EPOCH"), 10, 64); err == nil {
		return time.Unix(seconds, 0).UTC()
	}
	return time.Now()
}

func manCommand(w io.Writer, command *kong.Node) {
	fmt.Fprintf(w, ".It Cm %s", command.Path())
	for _, argument := range command.Positional {
		fmt.Fprintf(w, " Ar %s", argument.Name)
		if argument.IsCumulative() {
			fmt.Fprint(w, " ...")
		}
	}
	fmt.Fprintf(w, "\n%s\n", prose(command.Help))
	if command.Detail != "" {
		fmt.Fprintf(w, ".Bd -literal\n%s\n.Ed\n", roff(command.Detail))
	}
	if len(command.Flags) == 0 {
		return
	}
	fmt.Fprintln(w, ".Bl -tag -width Ds")
	for _, flag := range command.Flags {
		manFlag(w, flag)
	}
	fmt.Fprintln(w, ".El")
}

func manFlag(w io.Writer, flag *kong.Flag) {
	if flag.Hidden {
		return
	}
	fmt.Fprintf(w, ".It Fl \\-%s", roff(flag.Name))
	if !flag.IsBool() {
		fmt.Fprintf(w, " Ar %s", roff(strings.ReplaceAll(flag.FormatPlaceHolder(), `"`, "")))
	}
	fmt.Fprintf(w, "\n%s\n", prose(flag.Help))
}

// prose puts each sentence on a separate line. roff inserts the space between sentences.
func prose(s string) string { return strings.ReplaceAll(roff(s), ". ", ".\n") }

// roff escapes the characters of s that have a special meaning in roff.
func roff(s string) string {
	s = strings.NewReplacer(`\`, `\e`, `-`, `\-`).Replace(s)
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
