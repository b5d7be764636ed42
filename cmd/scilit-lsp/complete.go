package main

import (
	"embed"
	"fmt"
	"slices"
	"strings"

	"github.com/alecthomas/kong"
	"github.com/scilit-lsp/scilit-lsp/cmd/internal/cli"
)

// completeCmd completes a command line. The shell scripts in the folder shell call it when the user
// presses Tab.
type completeCmd struct {
	Words []string `arg:"" optional:"" help:"The arguments so far; the last one is completed."`
}

// Run prints one candidate per line, followed by a tab and its description. It prints ":files" or
// ":dirs" if the shell should complete a path.
func (c completeCmd) Run(ctx *kong.Context, std cli.Streams) error {
	for _, s := range completionsOf(ctx.Model.Node, c.Words) {
		fmt.Fprintln(std.Out, s)
	}
	return nil
}

// A commandLine is the state after parsing the words before the cursor.
type commandLine struct {
	node    *kong.Node
	awaits  *kong.Flag // flag before the cursor whose value has not been given yet, or nil
	plain   bool       // whether "--" was read, so that all remaining words are arguments
	passed  int        // number of positional arguments before the cursor
	current string     // word at the cursor, which is being completed
}

// parseCommandLine parses the words before the cursor. Unlike other shells, bash passes each "=" as
// a separate word.
func parseCommandLine(root *kong.Node, words []string) commandLine {
	l := commandLine{node: root}
	if len(words) == 0 {
		return l
	}
	words, l.current = words[:len(words)-1], strings.TrimPrefix(words[len(words)-1], "=")
	for _, word := range words {
		l.read(word)
	}
	return l
}

func (l *commandLine) read(word string) {
	if word == "=" {
		return
	}
	if l.awaits != nil {
		l.awaits = nil
		return
	}
	switch child := l.command(word); {
	case word == "--":
		l.plain = true
	case !l.plain && strings.HasPrefix(word, "-"):
		if flag := l.flag(word); flag != nil && !flag.IsBool() {
			l.awaits = flag
		}
	case child != nil:
		l.node = child
	default:
		l.passed++
	}
}

func (l *commandLine) command(name string) *kong.Node {
	i := slices.IndexFunc(l.node.Children, func(n *kong.Node) bool { return n.Name == name })
	if i < 0 {
		return nil
	}
	return l.node.Children[i]
}

// flag returns the flag that a word such as "--json" names, or nil.
func (l *commandLine) flag(word string) *kong.Flag {
	for _, flag := range l.flags() {
		if word == "--"+flag.Name {
			return flag
		}
	}
	return nil
}

func (l *commandLine) flags() []*kong.Flag {
	return slices.Concat(l.node.AllFlags(true)...)
}

func completionsOf(root *kong.Node, words []string) []string {
	l := parseCommandLine(root, words)
	name, value, assigned := strings.Cut(l.current, "=")
	switch {
	case l.awaits != nil:
		return valuesOf(l.awaits.Value, l.awaits.FormatPlaceHolder(), "", l.current)
	case assigned && l.flag(name) != nil:
		flag := l.flag(name)
		return valuesOf(flag.Value, flag.FormatPlaceHolder(), name+"=", value)
	case !l.plain && strings.HasPrefix(l.current, "-"):
		return l.flagNames()
	}
	return append(l.commandNames(), l.argument()...)
}

func (l *commandLine) flagNames() (names []string) {
	for _, flag := range l.flags() {
		if name := "--" + flag.Name; strings.HasPrefix(name, l.current) {
			names = append(names, name+"\t"+flag.Help)
		}
	}
	return names
}

func (l *commandLine) commandNames() (names []string) {
	for _, child := range l.node.Children {
		if !child.Hidden && strings.HasPrefix(child.Name, l.current) {
			names = append(names, child.Name+"\t"+child.Help)
		}
	}
	return names
}

// argument completes the word at the cursor as the next positional argument. A last argument that
// accepts several values is completed repeatedly.
func (l *commandLine) argument() []string {
	all := l.node.Positional
	if len(all) == 0 {
		return nil
	}
	next := all[min(l.passed, len(all)-1)]
	if l.passed >= len(all) && !next.IsCumulative() {
		return nil
	}
	return valuesOf(next, strings.ToUpper(next.Name), "", l.current)
}

// valuesOf returns completions for the value of a flag or an argument. If the placeholder in the
// help text shows that the value is a path, the shell completes it.
func valuesOf(v *kong.Value, word, prefix, typed string) (values []string) {
	switch {
	case v.Enum != "":
		for _, value := range v.EnumSlice() {
			if value != "" && strings.HasPrefix(value, typed) {
				values = append(values, prefix+value)
			}
		}
	case strings.HasPrefix(word, "DIR") || word == "MANUSCRIPT":
		return []string{":dirs"}
	case strings.HasPrefix(word, "FILE") || strings.HasPrefix(word, "PATH"):
		return []string{":files"}
	}
	return values
}

//go:embed shell
var shells embed.FS

type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"Your shell: ${enum}."`
}

func (c completionCmd) Help() string {
	return `If no package has installed the script, install it as follows:

  bash   eval "$(scilit-lsp completion bash)" in ~/.bashrc
  zsh    scilit-lsp completion zsh > DIR/_scilit-lsp, where DIR is a folder in $fpath
  fish   scilit-lsp completion fish > ~/.config/fish/completions/scilit-lsp.fish`
}

func (c completionCmd) Run(std cli.Streams) error {
	script, err := shells.ReadFile("shell/completion." + c.Shell)
	if err == nil {
		_, err = fmt.Fprintf(std.Out, "%s", script)
	}
	return err
}
