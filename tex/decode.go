// Package tex contains tables of TeX's special characters, its commands for accents, letters and
// symbols, and the environments that contain no running text. The .bib parser, the manuscript
// scanner and the reader of LaTeX source share them.
package tex

import (
	"strings"
	"unicode/utf8"
)

// Decode converts TeX to Unicode text. It replaces commands for accents and symbols with
// characters, "~" with a no-break space, "--" with a dash, and white space with a single space. It
// removes braces, dollar signs and the names of other commands.
func Decode(tex string) string {
	return decode(tex, false)
}

// DecodeVerbatim decodes only braces, commands and white space, and keeps all other characters.
func DecodeVerbatim(tex string) string {
	return decode(tex, true)
}

func decode(tex string, verbatim bool) string {
	d := decoder{src: tex, verbatim: verbatim, plain: &plainText}
	if verbatim {
		d.plain = &plainVerbatim
	}
	if d.skipPlain(); d.pos == len(tex) {
		return tex
	}
	d.out.Grow(len(tex))
	d.pos = 0
	d.run()
	return strings.Trim(d.out.String(), " ")
}

// plainText and plainVerbatim are the sets of bytes that Decode and DecodeVerbatim leave unchanged.
var (
	plainText     = bytesWithout("\\{}~$-`'^_ \n\r\t\f\v")
	plainVerbatim = bytesWithout("\\{} \n\r\t\f\v")
)

func bytesWithout(special string) (set [256]bool) {
	for c := range set {
		set[c] = strings.IndexByte(special, byte(c)) < 0
	}
	return set
}

type decoder struct {
	src      string
	pos      int
	out      strings.Builder
	plain    *[256]bool
	verbatim bool
	math     bool
	depth    int // nesting depth of the current argument
}

// maxDepth is the maximum nesting depth of accents. The decoder removes accents that are nested
// deeper and keeps their letters.
const maxDepth = 8

func (d *decoder) run() {
	for d.pos < len(d.src) {
		start := d.pos
		d.skipPlain()
		d.out.WriteString(d.src[start:d.pos])
		if d.pos < len(d.src) {
			d.step()
		}
	}
}

func (d *decoder) skipPlain() {
	for d.pos < len(d.src) && d.plain[d.src[d.pos]] {
		d.pos++
	}
}

// step decodes the special character, command or ligature at the current position.
func (d *decoder) step() {
	c := d.src[d.pos]
	switch {
	case c == '\\':
		d.pos++
		d.command()
		return
	case c == '{' || c == '}':
	case isSpace(c):
		d.space()
	case c == '$':
		d.math = !d.math
	case d.math && (c == '^' || c == '_'):
	case c == '~':
		d.out.WriteString("\u00A0")
	case c == '-' || c == '`' || c == '\'':
		d.ligature(c)
		return
	default:
		d.out.WriteByte(c)
	}
	d.pos++
}

// space writes a space, unless the output already ends in one.
func (d *decoder) space() {
	if s := d.out.String(); s == "" || s[len(s)-1] != ' ' {
		d.out.WriteByte(' ')
	}
}

var ligatures = []struct{ tex, text string }{{"---", "—"}, {"--", "–"}, {"``", "“"}, {"''", "”"}}

// Ligature returns the character that TeX prints for the ligature at the start of s, and the length
// of the ligature in bytes. The length is 0 if s does not start with a ligature.
func Ligature(s string) (text string, length int) {
	for _, l := range ligatures {
		if strings.HasPrefix(s, l.tex) {
			return l.text, len(l.tex)
		}
	}
	return "", 0
}

func (d *decoder) ligature(c byte) {
	text, length := Ligature(d.src[d.pos:])
	if length == 0 {
		text, length = string(c), 1
	}
	if text == "`" {
		text = "‘"
	}
	d.out.WriteString(text)
	d.pos += length
}

// command decodes a command, starting after its backslash.
func (d *decoder) command() {
	name := d.commandName()
	if _, isAccent := markOf[name]; isAccent && !d.math && d.depth < maxDepth {
		d.accent(name)
		return
	}
	switch name {
	case "", "-", "/", "!":
	case "\\", " ", ",", ";", ":", "\n", "\t", "\r":
		d.space()
	case "href":
		d.argument()
	default:
		d.symbol(name)
	}
}

// commandName reads the name of a command, which is either a run of letters or one other character.
// It skips the white space after letters.
func (d *decoder) commandName() string {
	start := d.pos
	for d.pos < len(d.src) && isLetter(d.src[d.pos]) {
		d.pos++
	}
	if d.pos > start {
		name := d.src[start:d.pos]
		d.skipSpace()
		return name
	}
	_, size := utf8.DecodeRuneInString(d.src[start:])
	d.pos += size
	return d.src[start:d.pos]
}

// symbol writes the character that a command prints. If the command is unknown, symbol removes its
// name and keeps its arguments. An escaped character is written unchanged.
func (d *decoder) symbol(name string) {
	if text, known := symbolOf[name]; known {
		d.out.WriteString(text)
	} else if !isLetter(name[0]) {
		d.out.WriteString(name)
	}
}

// accent writes the first character of the command's argument with the accent.
func (d *decoder) accent(name string) {
	inner := decoder{src: d.argument(), plain: d.plain, depth: d.depth + 1, verbatim: d.verbatim}
	inner.run()
	text := inner.out.String()
	if text == "" {
		if name == "~" || name == "^" { // only these accents have a character without a letter
			d.out.WriteString(name)
		}
		return
	}
	base, size := utf8.DecodeRuneInString(text)
	d.out.WriteString(Accented(base, markOf[name]))
	d.out.WriteString(text[size:])
}

// Accented adds an accent to a letter. The result is one character if Unicode has one. Dotless
// i and j are replaced with i and j.
func Accented(base, accent rune) string {
	switch base {
	case 'ı':
		base = 'i'
	case 'ȷ':
		base = 'j'
	}
	if letter, ok := composedOf[markedBase{accent, base}]; ok {
		return string(letter)
	}
	return string([]rune{base, accent})
}

// argument reads one argument of a command and returns its source: a group in braces, a command
// with its argument, or a single character.
func (d *decoder) argument() string {
	d.skipSpace()
	start := d.pos
	switch {
	case d.pos >= len(d.src) || d.src[d.pos] == '}':
		return ""
	case d.src[d.pos] == '{':
		return d.group()
	case d.src[d.pos] == '\\':
		d.pos++
		if _, isAccent := markOf[d.commandName()]; isAccent && d.depth < maxDepth {
			d.depth++
			d.argument()
			d.depth--
		}
	default:
		_, size := utf8.DecodeRuneInString(d.src[d.pos:])
		d.pos += size
	}
	return d.src[start:d.pos]
}

// group reads a group up to the matching brace and returns its content. An unclosed group
// extends to the end of the text.
func (d *decoder) group() string {
	start, depth := d.pos+1, 0
	for d.pos < len(d.src) {
		switch c := d.src[d.pos]; c {
		case '{':
			depth++
		case '}':
			depth--
		}
		if d.pos++; depth == 0 {
			return d.src[start : d.pos-1]
		}
	}
	return d.src[start:]
}

func (d *decoder) skipSpace() {
	for d.pos < len(d.src) && isSpace(d.src[d.pos]) {
		d.pos++
	}
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\t' || c == '\r' || c == '\f' || c == '\v'
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' }
