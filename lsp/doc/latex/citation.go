package latex

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// The citation commands of LaTeX, natbib and biblatex. Textual commands print the authors' names as
// part of the sentence.
var (
	parentheticalCommands = doc.Set(`cite citep citealt citealp parencite autocite footcite footcitetext smartcite supercite
		fullcite footfullcite citeyear citeyearpar citetitle cites parencites autocites footcites smartcites supercites
		onlinecite shortcite citenum notecite pnotecite`)
	textualCommands = doc.Set(`citet textcite textcites citeauthor citefullauthor citetext shortciteA citeA citeasnoun
		newcite`)
)

// citation reads a citation command and reports whether it did. The command must have an argument
// with keys.
func (s *scanner) citation(name string, end int) bool {
	c, ok := s.readCitation(name, s.At, end)
	switch {
	case !ok:
		return false
	case s.preamble || c.Command == "nocite":
		s.Out.CiteAside(c)
		s.Out.Mask(c.Start, c.End)
	case s.hangs(c):
		s.Out.CiteAfterStop(c)
	default:
		s.Out.Cite(c)
	}
	s.At = c.End
	return true
}

// hangs reports whether a citation belongs to the sentence that ends before it. A citation typeset
// as a note does if it follows a full stop. Any other citation does if at most a tie separates it
// from the full stop and a sentence starts after it.
func (s *scanner) hangs(c doc.Citation) bool {
	switch {
	case c.Textual:
		return false
	case isNote(c.Command):
		return s.Out.AtStop(false)
	case s.Out.AtStop(true), strings.HasSuffix(strings.TrimSuffix(s.Text[:s.At], "~"), ".") && s.Out.AtStop(false):
		r, _ := utf8.DecodeRuneInString(strings.TrimLeft(s.Text[c.End:], " \t\r\n{}\\"))
		return !unicode.IsLower(r) && !strings.ContainsRune(".,;:!?)]", r)
	}
	return false
}

// readCitation reads the citation command at offset at, whose name ends at end.
func (s *scanner) readCitation(name string, at, end int) (c doc.Citation, ok bool) {
	low := lowFirst(name)
	if m, ok := s.macros[name]; ok && !citesKeys(low) {
		c = doc.Citation{Command: name, Textual: textualCommands[lowFirst(m.Command)]}
		after := s.macroArguments(&c, m, end)
		c.Span = doc.Span{Start: at, End: after}
		return c, after > end
	}
	if !citesKeys(low) {
		return c, false
	}
	c = doc.Citation{Command: name, Textual: textualCommands[low]}
	after := s.citeArguments(&c, end)
	if takesSeveralLists(low) {
		for next := s.citeArguments(&c, after); next > after; next = s.citeArguments(&c, after) {
			after = next
		}
	}
	c.Span = doc.Span{Start: at, End: after}
	return c, after > end
}

// isNote reports whether a command typesets a citation as a note, which directly follows the full
// stop.
func isNote(command string) bool {
	low := lowFirst(command)
	return strings.HasPrefix(low, "foot") || strings.HasPrefix(low, "super") || strings.HasPrefix(low, "smart")
}

// takesSeveralLists reports whether a command has the form \cites(..)[..]{a}[..]{b}.
func takesSeveralLists(lowName string) bool { return strings.HasSuffix(lowName, "cites") }

// lowFirst converts the first letter to lower case, since commands for the start of a sentence begin
// with a capital. It also removes the prefix of commands that print the reference in the margin,
// such as kaobook's \sidetextcite.
func lowFirst(name string) string {
	low := strings.ToLower(name[:1]) + name[1:]
	for _, place := range []string{"side", "margin"} {
		if rest, ok := strings.CutPrefix(low, place); ok && citesKeys(rest) {
			return rest
		}
	}
	return low
}

// citesKeys reports whether a command's argument is a list of keys.
func citesKeys(lowName string) bool {
	return textualCommands[lowName] || parentheticalCommands[lowName] || lowName == "nocite"
}

// citeArguments reads (..)(..)[..][..]{keys} into c and returns the end offset. It returns from if no
// argument has keys.
func (s *scanner) citeArguments(c *doc.Citation, from int) int {
	at := from
	for at < len(s.Text) && (s.Text[at] == '[' || s.Text[at] == '(') {
		_, after := s.bracketed(at)
		if after == at {
			return from
		}
		at = after
	}
	keys, after := s.argument(at)
	if after == at {
		return from
	}
	c.Lists = append(c.Lists, doc.Span{Start: after - 1 - len(keys), End: after - 1})
	for _, ref := range listed(keys, after-1-len(keys), "") {
		if ref.Path != everyEntry && !strings.ContainsAny(ref.Path, `#\`) { // macro parameters are not keys
			c.Keys = append(c.Keys, doc.CiteKey{Span: ref.Span, Name: ref.Path})
		}
	}
	return after
}

// everyEntry is the argument of \nocite that includes all entries.
const everyEntry = "*"

// style returns the document's citation commands: those of the package that it loads, or else those
// that it uses. It returns the zero style for a file with neither, such as an included file without
// citations.
func (s *scanner) style(m *doc.Manuscript) doc.CiteStyle {
	used := make(map[string]int)
	for _, c := range m.Citations {
		used[strings.ToLower(c.Command)]++
	}
	_, biblatex := s.packages["biblatex"]
	_, natbib := s.packages["natbib"]
	switch {
	case biblatex || used["parencite"]+used["textcite"]+used["autocite"] > 0:
		return biblatexStyle(used)
	case natbib || used["citep"]+used["citet"] > 0:
		return doc.CiteStyle{Parenthetical: "citep", Textual: "citet"}
	case used["cite"] > 0 || len(s.packages) > 0:
		return doc.CiteStyle{Parenthetical: "cite"}
	}
	return doc.CiteStyle{}
}

// keyCase returns how the case of keys is handled. With biblatex, the backend is biber unless an
// option selects BibTeX. Without biblatex, it is BibTeX.
func (s *scanner) keyCase() doc.KeyCase {
	options, biblatex := s.packages["biblatex"]
	switch {
	case biblatex && strings.Contains(strings.ReplaceAll(options, " ", ""), "backend=bibtex"):
		return doc.KeyCaseFolded
	case biblatex:
		return doc.KeyCaseExact
	case s.bibliography:
		return doc.KeyCaseFolded
	}
	return doc.KeyCaseUnknown
}

func biblatexStyle(used map[string]int) doc.CiteStyle {
	style := doc.CiteStyle{Parenthetical: "parencite", Textual: "textcite"}
	for _, command := range []string{"autocite", "cite", "footcite", "supercite", "smartcite"} {
		if used[command] > used[style.Parenthetical] {
			style.Parenthetical = command
		}
	}
	return style
}

// languages maps the language names of babel and polyglossia to language codes, for languages that
// have a different word for "and".
var languages = map[string]string{
	"german": "de", "ngerman": "de", "austrian": "de", "naustrian": "de", "swissgerman": "de", "nswissgerman": "de",
	"french": "fr", "francais": "fr", "acadian": "fr", "canadien": "fr", "spanish": "es", "italian": "it",
	"portuguese": "pt", "brazilian": "pt", "brazil": "pt", "portuges": "pt",
	"dutch": "nl", "swedish": "sv", "danish": "da",
	"norsk": "no", "nynorsk": "no", "polish": "pl", "finnish": "fi", "czech": "cs", "catalan": "ca",
}

// Quotes are the quotation marks that work in every LaTeX document.
var Quotes = doc.Quotes{Open: "``", Close: "''"}

// quotes returns the quotation marks that the packages loaded by the file support, or none if it
// loads no packages. The marks of csquotes's \enquote follow the language. pdflatex's default
// encoding OT1 has only English marks, so German and French ones need babel's commands.
func (s *scanner) quotes(language string) doc.Quotes {
	typographic := doc.QuotesOf(language)
	switch babel, loaded := s.packages["babel"]; {
	case s.loads("csquotes"):
		return doc.Quotes{Open: `\enquote{`, Close: "}"}
	case len(s.packages) == 0:
		return doc.Quotes{}
	case typographic == doc.English:
		return Quotes
	case strings.Contains(s.Text, typographic.Open) || s.loads("fontspec") || s.loads("polyglossia"):
		return doc.Quotes{Open: noBreak.Replace(typographic.Open), Close: noBreak.Replace(typographic.Close)}
	case language == "de" && loaded && babel != "":
		return doc.Quotes{Open: `\glqq{}`, Close: `\grqq{}`}
	case language == "fr" && loaded && babel != "":
		return doc.Quotes{Open: `\og{}`, Close: `\fg{}`}
	}
	return Quotes
}

var noBreak = strings.NewReplacer("\u00a0", "~")

func (s *scanner) loads(name string) bool {
	_, ok := s.packages[name]
	return ok
}

// language returns the main language set by polyglossia or babel. For babel, it is the last option.
func (s *scanner) language() string {
	names := s.babel
	if options, ok := s.packages["babel"]; ok && names == "" {
		names = options
	}
	found := "en"
	for option := range strings.SplitSeq(names, ",") {
		name, value, isMain := strings.Cut(strings.TrimSpace(option), "=")
		if isMain && strings.TrimSpace(name) == "main" {
			return languageCode(strings.TrimSpace(value))
		}
		if name != "" && !isMain {
			found = languageCode(name)
		}
	}
	return found
}

func languageCode(name string) string {
	if code, ok := languages[name]; ok {
		return code
	}
	return "en"
}
