// Package cli provides the parts shared by the programs in cmd: standard streams, exit codes, flags
// that open an engine, and the user's settings.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/scilit-lsp/scilit-lsp/app"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
	"github.com/scilit-lsp/scilit-lsp/engine/files"
	"github.com/scilit-lsp/scilit-lsp/engine/llm"
	"github.com/scilit-lsp/scilit-lsp/verify"
)

// Streams are the standard streams of a command.
type Streams struct {
	In       io.Reader
	Out, Err io.Writer
	Raw      io.Writer // stream for protocols and binary data, set by Run; unlike Out, it removes no bytes
	Program  string    // name of the program, which precedes notes and errors; set by Run
}

// Note prints a line on standard error, prefixed with the program's name.
func (s Streams) Note(format string, args ...any) {
	fmt.Fprintf(s.Err, s.Program+": "+format+"\n", args...)
}

// These errors have their own exit codes. Commands exit with code 1 for all other errors.
var (
	ErrUsage = errors.New("usage") // exit code 2: the command line is wrong
	// ErrSource causes exit code 3: an index or an online source did not answer.
	ErrSource = errors.New("at least one source could not be queried")
	// ErrNone causes exit code 4: no entry of a file could be compared.
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
		// some flags also allow "", which stands for a flag that was not given
		if before, after, found := strings.Cut(err.Error(), `,"" but got `); found {
			err = errors.New(before + " but got " + after)
		}
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

// Load reads the settings of the user and of the workspaces in the given folders. Without folders,
// the current folder is the workspace.
func Load(folders ...string) config.Loaded {
	if len(folders) == 0 {
		folders = []string{"."}
	}
	return config.Load(config.Sources{Roots: folders, Trust: config.OpenTrust()})
}

// Settings loads the settings. It prints mistakes in them, and settings that a workspace may not
// set.
func (s Streams) Settings(folders ...string) config.Settings {
	loaded := Load(folders...)
	for _, problem := range loaded.Problems {
		s.Note("note: %v", problem)
	}
	for _, refusal := range loaded.Refused {
		s.Note("note: %s", refusal)
	}
	return loaded.Settings
}

// PrintNotices prints notices on standard error.
func (s Streams) PrintNotices(notices ...wire.Notice) {
	for _, n := range notices {
		s.Note("note: %s", n.Text)
	}
}

// OpenLLM opens the language model in the user's settings.
func OpenLLM(std Streams, approve func(context.Context, llm.Request) error) (*llm.Client, error) {
	return backend.OpenLLM(std.Settings().LLM, approve)
}

const maxText = 16 << 20 // maximum size of the text read by a command, in bytes

// ReadText returns the command's arguments as one text. Without arguments, it reads standard input,
// unless that is a terminal.
func (s Streams) ReadText(arguments []string) (string, error) {
	if len(arguments) > 0 || IsTerminal(s.In) {
		return strings.Join(arguments, " "), nil
	}
	raw, err := io.ReadAll(io.LimitReader(s.In, maxText+1))
	switch {
	case err != nil:
		return "", fmt.Errorf("cannot read the text from standard input: %w", err)
	case len(raw) > maxText:
		return "", fmt.Errorf("%w: the text on standard input is larger than %d MB; give only its last paragraphs", ErrUsage,
			maxText>>20)
	}
	return string(raw), nil
}

// ReadSentences splits the text given to a command into sentences and returns the last ones, in
// their original order.
func (s Streams) ReadSentences(arguments []string) ([]string, error) {
	text, err := s.ReadText(arguments)
	return app.LastSentences(text), err
}

// CodeNames returns the set of finding codes and entry fields that the user listed in a flag.
func CodeNames(flag string, names []string) (verify.Names, error) {
	all := verify.Names{}
	for _, name := range names {
		if !verify.IsName(name) {
			return nil, fmt.Errorf("%w: %s %s is neither a known code nor a field; `scilit-lsp check "+
				"--codes` lists both", ErrUsage, flag, name)
		}
		all[name] = true
	}
	return all, nil
}
