package markdown

import (
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/lsp/doc"
)

// Roles is the style of documents that cite with MyST roles, such as {cite:p}`key`.
var Roles = doc.CiteStyle{Parenthetical: "cite:p", Textual: "cite:t"}

// citeRole matches the role before the keys of a citation.
var citeRole = regexp.MustCompile("^\\{((?:foot)?cite(?::[a-z]+)?)\\}`")

const maxRole = 24 // maximum length of a role's name, in bytes

// textualRoles lists the roles that print the authors' names as part of the sentence.
var textualRoles = []string{"cite:t", "cite:ts", "cite:ct", "cite:cts", "footcite:t", "footcite:ts"}

// role reads a citation role, such as {cite:p}`a,b`, in running text.
func (s *scanner) role() bool {
	c, ok := s.readRole(s.At)
	if !ok {
		return false
	}
	if m := s.Out.Partial(); m.Style == (doc.CiteStyle{}) {
		m.Style = Roles
		if c.Command == "cite" {
			m.Style.Parenthetical = "cite"
		}
	}
	s.Out.Cite(c)
	s.At = c.End
	return true
}

// readRole reads the role at an offset. ok is false if it has no keys.
func (s *scanner) readRole(at int) (c doc.Citation, ok bool) {
	head := citeRole.FindStringSubmatch(s.Text[at:min(len(s.Text), at+maxRole)])
	if head == nil {
		return c, false
	}
	body := at + len(head[0])
	end, ok := s.find("`", body)
	if !ok {
		return c, false
	}
	c = doc.Citation{
		Span: doc.Span{Start: at, End: end + 1}, Command: head[1], Textual: slices.Contains(textualRoles, head[1]),
		Lists: []doc.Span{{Start: body, End: end}},
	}
	start := body
	for part := range strings.SplitSeq(s.Text[body:end], ",") {
		if key := roleKey(part, start); key.Name != "" {
			c.Keys = append(c.Keys, key)
		}
		start += len(part) + len(",")
	}
	return c, len(c.Keys) > 0
}

// roleKey returns the key in one part of a role. The part may have a prefix and a locator in
// braces, as in {see}key{p. 3}.
func roleKey(part string, start int) (key doc.CiteKey) {
	name := strings.TrimLeft(part, " \t\r\n")
	start += len(part) - len(name)
	if closing := strings.IndexByte(name, '}'); strings.HasPrefix(name, "{") && closing > 0 {
		name, start = name[closing+1:], start+closing+1
	}
	name, _, _ = strings.Cut(strings.TrimRight(name, " \t\r\n"), "{")
	if name == "" || strings.ContainsAny(name, " \t\r\n}") {
		return key
	}
	return doc.CiteKey{Span: doc.Span{Start: start, End: start + len(name)}, Name: name}
}

// isRole reports whether a citation is written as a role.
func isRole(source string, c doc.Citation) bool { return source[c.End-1] == '`' }

// citeWith returns a citation with the mark's prefix and locator in the document's style.
func citeWith(style doc.CiteStyle, mark doc.Mark) string {
	if style.Parenthetical == "" {
		return CiteWith(mark)
	}
	return "{" + style.Parenthetical + "}`" + roleGroup(mark) + "`"
}

// roleGroup returns the text between the backticks of a role.
func roleGroup(mark doc.Mark) string {
	text := strings.Join(mark.Keys, ",")
	if mark.Before != "" {
		text = "{" + mark.Before + "}" + text
	}
	if mark.After != "" {
		text += "{" + mark.After + "}"
	}
	return text
}

// typingRole returns the key being typed at offset in a role. The role may be unclosed.
func typingRole(source string, m *doc.Manuscript, offset int) (t doc.Typing, ok bool) {
	lineStart := strings.LastIndexByte(source[:offset], '\n') + 1
	tick := strings.LastIndexByte(source[lineStart:offset], '`') + lineStart
	open := strings.LastIndexByte(source[lineStart:max(tick, lineStart)], '{') + lineStart
	if tick < lineStart || open < lineStart || m.IsCode(offset) || !citeRole.MatchString(source[open:tick+1]) {
		return t, false
	}
	list := source[tick+1 : offset]
	t.Typed = strings.TrimLeft(list[strings.LastIndexAny(list, ",}")+1:], " \t")
	if strings.ContainsAny(t.Typed, "{ ") {
		return t, false
	}
	t.Citation = open
	t.Span = doc.Span{Start: offset - len(t.Typed), End: offset}
	if n := strings.IndexAny(source[offset:], ",`{} \t\r\n"); n >= 0 &&
		strings.IndexByte(",`{", source[offset+n]) >= 0 {
		t.End = offset + n
	}
	t.Others = m.OtherKeys(offset, t.Span)
	return t, true
}

// works lists the prefixes of the identifiers that Manubot supports.
var works = []string{"doi:", "pmid:", "pmcid:", "arxiv:", "isbn:", "url:", "wikidata:", "tag:", "raw:"}

// NamesWork reports whether a key identifies a work without a .bib entry. Manubot resolves keys such
// as doi:10.1/x and pmid:1. In roles, MyST resolves DOIs and their URLs.
func NamesWork(key string, inRole bool) bool {
	low := strings.ToLower(key)
	isDOI := strings.HasPrefix(low, "10.") && strings.Contains(low, "/") || strings.HasPrefix(low, "https://doi.org/")
	return inRole && isDOI ||
		slices.ContainsFunc(works, func(prefix string) bool { return strings.HasPrefix(low, prefix) })
}

// definition reads a line such as "[@key]: doi:10.1/x", which defines a key in Manubot.
func (s *scanner) definition(trimmed string, end int) bool {
	if !strings.HasPrefix(trimmed, "[@") {
		return false
	}
	at := end - len(trimmed) + 1
	key, after := keyAt(s.Text[:end], at)
	if key.Name == "" || !strings.HasPrefix(s.Text[after:end], "]: ") {
		return false
	}
	m := s.Out.Partial()
	m.Defines = append(m.Defines, key)
	s.Out.Break()
	s.mask(s.NextLine(end))
	return true
}
