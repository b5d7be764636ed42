package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"github.com/alecthomas/kong"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
)

// Streams are the standard streams of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Raw      io.Writer // stream for binary data, set by Run; unlike Out, it removes no bytes
	Program  string    // name of the program, which precedes notes and errors; set by Run
}

// Note prints a line on standard error, prefixed with the program's name.
func (s Streams) Note(format string, args ...any) {
	fmt.Fprintf(s.Err, s.Program+": "+format+"\n", args...)
}

// These errors have their own exit codes. Commands exit with code 1 for all other errors.
var (
	ErrUsage = errors.New("usage") // exit code 2: the command line is wrong
	// ErrSource causes exit code 3: an index or an online source gave no answer.
	ErrSource = errors.New("at least one source could not be queried")
	// ErrNone causes exit code 4: none of the entries of a file could be compared.
	ErrNone = errors.New("nothing was compared")
)

// A Program describes a binary by its name, version and commands.
type Program struct {
	Name, About, Version string
	Commands             any       // pointer to the struct that kong parses
	Vars                 kong.Vars // values of the variables in the struct tags of Commands
}

// Run parses the arguments, runs the command and returns the exit code.
func (p Program) Run(ctx context.Context, args []string, std Streams) int {
	std.Raw = std.Out
	std.Out, std.Err, std.Program = &printer{to: std.Out}, &printer{to: std.Err}, p.Name
	options := append(exactArguments(), kong.Name(p.Name), kong.Description(p.About),
		kong.Vars{"version": p.Version}, p.Vars, kong.Writers(std.Out, std.Err), kong.UsageOnError(),
		kong.BindTo(ctx, (*context.Context)(nil)), kong.Bind(std))
	parser, err := kong.New(p.Commands, options...)
	if err != nil {
		return fail(std, 1, err)
	}
	command, err := parser.Parse(withFlags(args))
	if err != nil {
		return fail(std, 2, fmt.Errorf("usage: %w (see %s --help)", err, p.Name))
	}
	if err := command.Run(); err != nil {
		return fail(std, exitCode(err), err)
	}
	return 0
}

// withFlags replaces "help [COMMAND]" and "version" with the equivalent flags.
func withFlags(args []string) []string {
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

func fail(std Streams, code int, err error) int {
	std.Note("%s", files.Explain(err))
	return code
}

func exitCode(err error) int {
	switch {
	case errors.Is(err, ErrUsage):
		return 2
	case errors.Is(err, ErrSource):
		return 3
	case errors.Is(err, ErrNone):
		return 4
	}
	return 1
}
