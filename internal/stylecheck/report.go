package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Limits on source files, except tests. Long lines and files in tests are mostly tables of test
// cases, which are harder to read when broken up.
const (
	maxColumns  = 120
	maxFunction = 50  // maximum number of lines in a function body
	maxFile     = 500 // maximum number of lines in a file
)

// A word is a word or phrase that is rare in natural comments. max is the maximum share of comment
// lines that may contain it, in percent.
type word struct {
	name    string
	pattern *regexp.Regexp
	max     float64
}

var words = []word{
	{"what", regexp.MustCompile(`(?i)\bwhat\b`), 1},
	{"behind", regexp.MustCompile(`(?i)\bbehind\b`), 0.2},
	{"of its own", regexp.MustCompile(`(?i)\bof (its|their|our|one's) own\b`), 0.1},
	{"says, tells", regexp.MustCompile(`(?i)\b(says|tells|said)\b`), 0.3},
	{"there is no", regexp.MustCompile(`(?i)\bthere (is|are) (no|none|not)\b`), 0.2},
}

// A report collects the violations of the rules in all files.
type report struct {
	found    []string
	comments int            // number of comment lines outside tests
	uses     map[string]int // number of comment lines that contain each word
	worst    []string       // positions of the comment lines that contain a word
}

func (r *report) add(name string, source []byte) error {
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, name, source, parser.ParseComments)
	if err != nil {
		return err
	}
	if strings.HasSuffix(name, "_test.go") {
		return nil
	}
	literals := rawStrings(set, file)
	lines := bytes.Split(source, []byte("\n"))
	for i, line := range lines {
		if columns(line) > maxColumns && !isRow(line) && !literals[i+1] {
			r.addf("%s:%d: %d columns; at most %d", name, i+1, columns(line), maxColumns)
		}
	}
	if len(lines)-1 > maxFile {
		r.addf("%s: %d lines; at most %d", name, len(lines)-1, maxFile)
	}
	r.functions(set, file)
	r.words(set, file)
	return nil
}

func (r *report) addf(format string, args ...any) {
	r.found = append(r.found, fmt.Sprintf(format, args...))
}

// columns returns the width of a line in characters. Like the linter lll, it counts a tab as one
// character.
func columns(line []byte) int { return utf8.RuneCount(line) }

// isRow reports whether a line may be long: it is a row of a table, that is, an element of a
// composite literal or a string on a separate line. Directives that start with "go:" may be long,
// too.
func isRow(line []byte) bool {
	line = bytes.TrimSpace(line)
	return len(line) > 0 && (line[0] == '{' || line[0] == '"' || line[0] == '`') || bytes.HasPrefix(line, []byte("//go:"))
}

// rawStrings returns the set of numbers of the lines that contain part of a raw string.
func rawStrings(set *token.FileSet, file *ast.File) map[int]bool {
	inside := map[int]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		lit, is := n.(*ast.BasicLit)
		if !is || lit.Kind != token.STRING || lit.Value[0] != '`' {
			return true
		}
		for line := set.Position(lit.Pos()).Line; line <= set.Position(lit.End()).Line; line++ {
			inside[line] = true
		}
		return true
	})
	return inside
}

func (r *report) functions(set *token.FileSet, file *ast.File) {
	for _, decl := range file.Decls {
		f, is := decl.(*ast.FuncDecl)
		if !is || f.Body == nil {
			continue
		}
		begin, end := set.Position(f.Body.Lbrace), set.Position(f.Body.Rbrace)
		if lines := end.Line - begin.Line; lines > maxFunction {
			r.addf("%s:%d: %s has %d lines; at most %d", begin.Filename, begin.Line, f.Name.Name, lines, maxFunction)
		}
	}
}

func (r *report) words(set *token.FileSet, file *ast.File) {
	if r.uses == nil {
		r.uses = map[string]int{}
	}
	for _, group := range file.Comments {
		for _, comment := range group.List {
			at := set.Position(comment.Pos())
			for i, line := range strings.Split(comment.Text, "\n") {
				if strings.HasPrefix(line, "//go:") {
					continue
				}
				r.comments++
				for _, w := range words {
					if w.pattern.MatchString(line) {
						r.uses[w.name]++
						r.worst = append(r.worst, fmt.Sprintf("%s:%d: %q in a comment", at.Filename, at.Line+i, w.name))
					}
				}
			}
		}
	}
}

// problems returns all violations. For each word that is too frequent, it returns the lines that
// contain the word.
func (r *report) problems() []string {
	problems := r.found
	for _, w := range words {
		if share := r.share(w); share > w.max {
			for _, place := range r.worst {
				if strings.Contains(place, fmt.Sprintf("%q", w.name)) {
					problems = append(problems, place)
				}
			}
			problems = append(problems,
				fmt.Sprintf("%q is in %.2f %% of the comment lines; at most %g", w.name, share, w.max))
		}
	}
	return problems
}

func (r *report) share(w word) float64 {
	return 100 * float64(r.uses[w.name]) / float64(max(r.comments, 1))
}
