package latex

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// InsertMark returns the edit that inserts a citation at offset. It adds the keys to the citation
// at the cursor, or to the one at the end of the sentence. If there is neither, it inserts a new
// citation before the sentence's final full stop or, for notes, after it.
func InsertMark(source string, m *doc.Manuscript, offset int, mark doc.Mark) doc.Edit {
	if e, ok := fill(source, m, offset, mark); ok {
		return e
	}
	style := markStyle(m)
	command := markCommand(style)
	site, ok := m.MarkSite(source, offset, mark, isNote(command) || m.CitesAfterStop(command))
	if !ok {
		return alone(source, m, offset, mark)
	}
	if site.Joins != nil && !printsPart[lowFirst(site.Joins.Command)] {
		if e, ok := join(source, m.Style, *site.Joins, -1, mark); ok {
			return e
		}
	}
	text := CiteWith(style, mark)
	switch {
	case site.AfterStop || isNote(command) || endsInBlank(source[:site.At]):
	case strings.HasPrefix(text, `\`):
		text = "~" + text
	default:
		text = " " + text
	}
	if site.Lacks == doc.LacksStopAfterMark {
		text += "."
	}
	return doc.Insertion(site.At, text)
}

// printsPart holds the commands that print only a part of a reference, so that a mark does not join
// them.
var printsPart = doc.Set("citeyear citeyearpar citetitle fullcite footfullcite")

// CiteWith returns a parenthetical citation with the mark's prefix and locator.
func CiteWith(style doc.CiteStyle, mark doc.Mark) string {
	before, arguments := options(style, mark)
	return before + `\` + markCommand(style) + arguments + "{" + strings.Join(mark.Keys, ",") + "}"
}

func markCommand(style doc.CiteStyle) string { return cmp.Or(style.Parenthetical, "cite") }

// markStyle returns the style to use for a new citation in a manuscript. Within a note, it avoids
// footnote commands.
func markStyle(m *doc.Manuscript) doc.CiteStyle {
	style := m.Style
	if m.Outer != nil && strings.HasPrefix(style.Parenthetical, "foot") {
		style.Parenthetical = "cite"
	}
	return style
}

// options returns the optional arguments of a citation, [after] or [before][after]. LaTeX's own
// \cite takes only one optional argument, so the prefix is returned as text to put before the
// command.
func options(style doc.CiteStyle, mark doc.Mark) (before, arguments string) {
	switch {
	case mark.Before != "" && style.Textual == "":
		before = mark.Before + "~"
	case mark.Before != "":
		return "", "[" + grouped(mark.Before) + "][" + grouped(mark.After) + "]"
	}
	if mark.After != "" {
		arguments = "[" + grouped(mark.After) + "]"
	}
	return before, arguments
}

// hasWords reports whether a citation mark has a prefix or a locator.
func hasWords(mark doc.Mark) bool { return mark.Before+mark.After != "" }

// grouped encloses a text in braces if its brackets would otherwise break an optional argument.
func grouped(s string) string {
	if strings.ContainsAny(s, "[]") {
		return "{" + s + "}"
	}
	return s
}

func endsInBlank(s string) bool {
	return s == "" || strings.HasSuffix(s, "~") || strings.TrimRight(s, " \t\r\n") != s
}

// alone returns the edit that inserts a citation outside sentences, either at the cursor or after
// the command or comment there.
func alone(source string, m *doc.Manuscript, offset int, mark doc.Mark) doc.Edit {
	at, masked := m.MaskedEnd(offset)
	at = min(at, len(source))
	text := CiteWith(markStyle(m), mark)
	switch {
	case !masked:
		at = afterCommand(source, at)
	case at > 0 && source[at-1] != '\n':
		text = doc.LineEnd(source) + text
	}
	return doc.Insertion(at, text)
}

// afterCommand returns the end of the command name at offset.
func afterCommand(source string, offset int) int {
	at := offset
	for at > 0 && isLetter(source[at-1]) {
		at--
	}
	if at == 0 || source[at-1] != '\\' {
		return offset
	}
	for offset < len(source) && isLetter(source[offset]) {
		offset++
	}
	if at == offset && offset < len(source) && source[offset] < 0x80 {
		offset++ // the command's name is a single character other than a letter
	}
	return offset
}

// fill returns the edit that adds a mark's keys to the citation at offset. The keys fill an empty
// slot of its list, replace an incomplete key, or go next to the other keys.
func fill(source string, m *doc.Manuscript, offset int, mark doc.Mark) (e doc.Edit, ok bool) {
	inside := false
	for _, c := range m.CitationsAt(offset) {
		if e, ok = fillSlot(source, m.Style, c, offset, mark); ok {
			return e, true
		}
		if c.Start < offset && offset < c.End {
			inside = true
			if e, ok = join(source, m.Style, c, offset, mark); ok {
				return e, true
			}
		}
	}
	if inside || m.IsCode(offset) {
		return e, false
	}
	return fillUnclosed(source, m, offset, mark)
}

// fillSlot returns the edit that fills an empty slot of a list, or that replaces an incomplete key
// at offset.
func fillSlot(source string, style doc.CiteStyle, c doc.Citation, offset int, mark doc.Mark) (e doc.Edit, ok bool) {
	for _, list := range c.Lists {
		begins := 0
		clean := withoutComments(source[list.Start:list.End])
		for part := range strings.SplitSeq(clean, ",") {
			slot := doc.Span{Start: list.Start + begins, End: list.Start + begins + len(part)}
			begins += len(part) + 1
			name := strings.TrimSpace(part)
			switch {
			case name == "" && (!ok || slot.Contains(offset)):
				e, ok = emptySlot(source, style, c, slot, mark), true
			case slot.Contains(offset) && mark.Replaces(name):
				at := slot.Start + strings.Index(part, name)
				return doc.Edit{
					Span: doc.Span{Start: at, End: at + len(name)}, Text: strings.Join(mark.Keys, ","),
				}, true
			}
		}
	}
	return e, ok
}

// emptySlot returns the edit that inserts keys at the end of an empty slot, outside comments. If
// the citation has no optional arguments, the edit also adds the mark's prefix and locator.
func emptySlot(source string, style doc.CiteStyle, c doc.Citation, slot doc.Span, mark doc.Mark) doc.Edit {
	keys := strings.Join(mark.Keys, ",")
	name := source[c.Start : c.Lists[0].Start-1]
	if slot == c.Lists[0] && len(c.Lists) == 1 && hasWords(mark) && !strings.ContainsAny(name, "[]()") {
		before, arguments := options(style, mark)
		return doc.Edit{Span: doc.Span{Start: c.Start, End: slot.End}, Text: before + name + arguments + "{" + keys}
	}
	return doc.Insertion(slot.End, keys)
}

// join returns the edit that adds keys to a citation: to the list at offset, to the last list, or
// as a new list if the command takes several. Keys go before a key with a locator, since the
// locator would otherwise apply to the new key. A prefix or locator needs a new list.
func join(source string, style doc.CiteStyle, c doc.Citation, offset int, mark doc.Mark) (e doc.Edit, ok bool) {
	if len(c.Lists) == 0 {
		return e, false
	}
	keys := strings.Join(mark.Keys, ",")
	at := slices.IndexFunc(c.Lists, func(l doc.Span) bool { return l.Contains(offset) })
	if takesSeveralLists(lowFirst(c.Command)) && (at < 0 || hasWords(mark)) {
		_, arguments := options(style, mark)
		return doc.Insertion(c.End, arguments+"{"+keys+"}"), true
	}
	if hasWords(mark) && offset < 0 {
		return e, false
	}
	if at < 0 {
		at = len(c.Lists) - 1
	}
	list := c.Lists[at]
	listed := c.KeysIn(list)
	switch {
	case len(listed) == 0:
		return e, false
	case postnote.MatchString(source[c.Start:list.Start]):
		return doc.Insertion(listed[0].Start, keys+","), true
	}
	return doc.Insertion(listed[len(listed)-1].End, ","+keys), true
}

// postnote matches an optional argument directly before a list of keys.
var postnote = regexp.MustCompile(`\[\s*[^\[\]\s][^\[\]]*\]\s*\{$`)

// bareCommand matches a citation command without its list.
var bareCommand = regexp.MustCompile(`\\([a-zA-Z]+)\*?(?:\[[^\[\]\n]*\]){0,2}$`)

// fillUnclosed returns the edit that completes an unclosed citation, such as \citep, \citep{ or
// \citep{old.
func fillUnclosed(source string, m *doc.Manuscript, offset int, mark doc.Mark) (e doc.Edit, ok bool) {
	keys := strings.Join(mark.Keys, ",")
	line := source[strings.LastIndexByte(source[:offset], '\n')+1 : offset]
	if b := bareCommand.FindStringSubmatchIndex(line); b != nil && !startsArgument(source[offset:]) {
		name, escaped := lowFirst(line[b[2]:b[3]]), strings.HasSuffix(line[:b[0]], `\`)
		if citesKeys(name) && name != "nocite" && name != "citetext" && !escaped {
			return doc.Insertion(offset, "{"+keys+"}"), true
		}
	}
	t, ok := Typing(source, m, offset)
	if !ok || lowFirst(commandName(source[t.Citation:])) == "nocite" {
		return e, false
	}
	closing := "}"
	if n := strings.IndexAny(source[t.End:], "{}\\%\n"); n >= 0 && source[t.End+n] == '}' {
		closing = ""
	}
	if t.Typed == "" || mark.Replaces(source[t.Start:t.End]) {
		return doc.Edit{Span: t.Span, Text: keys + closing}, true
	}
	return doc.Insertion(t.End, ","+keys+closing), true
}

// startsArgument reports whether the text after a command's name starts an argument or continues
// the name.
func startsArgument(rest string) bool {
	if rest != "" && isLetter(rest[0]) {
		return true
	}
	rest = strings.TrimLeft(rest, " \t*")
	return rest != "" && strings.IndexByte("{[(", rest[0]) >= 0
}

// commandName returns the name of the command at the start of a text.
func commandName(text string) string {
	end := 1
	for end < len(text) && isLetter(text[end]) {
		end++
	}
	return text[1:end]
}
