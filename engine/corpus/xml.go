package corpus

import (
	"bufio"
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/engine"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/transform"
)

// A cutter splits an XML stream into elements with given names. It tracks only tags, so that a damaged
// record does not affect others. An unclosed record ends at the start of the next one.
type cutter struct {
	in     *bufio.Reader
	line   int
	names  []string // names of record elements, which do not nest
	starts []string // names of elements of which only the start tag is needed
	raw    []byte
	ahead  []byte // start tag that ended the previous record
	most   int    // maximum length of a record, in bytes
}

// newCutter returns a cutter for a file. It decodes the file from its declared encoding.
func newCutter(in *bufio.Reader, starts []string, names ...string) *cutter {
	head, _ := in.Peek(256)
	if m := declaredEncoding.FindSubmatch(head); m != nil {
		if named, err := htmlindex.Get(string(m[1])); err == nil {
			if name, _ := htmlindex.Name(named); name != "utf-8" {
				in = bufio.NewReaderSize(transform.NewReader(in, named.NewDecoder()), headSize)
			}
		}
	}
	return &cutter{in: in, line: 1, names: names, starts: starts, most: maxRecord}
}

var declaredEncoding = regexp.MustCompile(`^\s*<\?xml[^>]*encoding=["']([\w-]+)["']`)

// next returns the next record or start tag, valid until the next call, and its first line.
func (c *cutter) next() (raw []byte, line int, err error) {
	name, err := c.skipToRecord()
	if err != nil {
		return nil, c.line, err
	}
	line = c.line - bytes.Count(c.raw, newline)
	switch {
	case bytes.HasSuffix(c.raw, []byte("/>")):
		return c.raw, line, nil
	case slices.Contains(c.starts, name):
		c.raw = append(c.raw[:len(c.raw)-1], "/>"...) // closes the tag, so that it parses as an empty element
		return c.raw, line, nil
	}
	for {
		tag, err := c.toTag(true)
		if errors.Is(err, io.EOF) {
			return c.raw, line, nil // the XML parser will report the missing end tag
		}
		if err != nil {
			return nil, line, err
		}
		switch found, kind := tagName(tag); {
		case found == name && kind == endTag:
			return c.raw, line, nil
		case kind == startTag && slices.Contains(c.names, found):
			c.ahead = slices.Clone(tag)
			return c.raw[:len(c.raw)-len(tag)], line, nil
		}
		if len(c.raw) > c.most {
			return nil, line, c.tooLong()
		}
	}
}

// tooLong discards the bytes of the current record.
func (c *cutter) tooLong() error {
	c.raw = nil
	return errTooLong
}

var newline = []byte("\n")

// skipToRecord reads up to the start tag of the next record and stores it in raw.
func (c *cutter) skipToRecord() (name string, err error) {
	for {
		tag := c.ahead
		if c.ahead = nil; tag == nil {
			if tag, err = c.toTag(false); err != nil {
				return "", err
			}
		}
		name, kind := tagName(tag)
		if kind == startTag && (slices.Contains(c.names, name) || slices.Contains(c.starts, name)) {
			c.raw = append(c.raw[:0], tag...)
			return name, nil
		}
	}
}

// toTag returns the next tag. If keep is set, it adds the text before the tag to raw.
func (c *cutter) toTag(keep bool) (tag []byte, err error) {
	if err := c.through('<', keep); err != nil {
		return nil, err
	}
	if !keep {
		c.raw = append(c.raw[:0], '<')
	}
	start := len(c.raw) - 1
	closer := []byte(">")
	if peeked, _ := c.in.Peek(8); bytes.HasPrefix(peeked, []byte("!--")) {
		closer = []byte("-->")
	} else if bytes.Equal(peeked, []byte("![CDATA[")) {
		closer = []byte("]]>")
	}
	for {
		if err := c.through('>', true); err != nil {
			return nil, err
		}
		if bytes.HasSuffix(c.raw[start:], closer) {
			return c.raw[start:], nil
		}
		if len(c.raw) > c.most {
			return nil, c.tooLong()
		}
	}
}

// through reads up to and including delim.
func (c *cutter) through(delim byte, keep bool) error {
	for {
		part, err := c.in.ReadSlice(delim)
		c.line += bytes.Count(part, newline)
		if keep {
			c.raw = append(c.raw, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
		if len(c.raw) > c.most {
			return c.tooLong()
		}
	}
}

type tagKind int

const (
	otherTag tagKind = iota // a comment, declaration or processing instruction
	startTag
	endTag
)

// tagName returns a tag's name without its prefix.
func tagName(tag []byte) (name string, kind tagKind) {
	inside, kind := tag[1:], startTag
	if len(inside) > 0 && inside[0] == '/' {
		inside, kind = inside[1:], endTag
	}
	end := bytes.IndexAny(inside, " \t\r\n/>")
	if end <= 0 || inside[0] == '!' || inside[0] == '?' {
		return "", otherTag
	}
	inside = inside[:end]
	return string(inside[bytes.IndexByte(inside, ':')+1:]), kind
}

// A node is an XML element, or a text if it has no name. Methods on a nil node find nothing, so that
// lookups can be chained without checks.
type node struct {
	name     string
	text     string
	attrs    []xml.Attr
	children []*node
}

// deepest is the maximum nesting depth, which also limits recursion. Papers never nest that deeply.
const deepest = 256

var errTooDeep = errors.New("its elements are nested too deeply")

// parseXML parses a record leniently. It supports HTML entities.
func parseXML(raw []byte) (*node, error) {
	tokens := xml.NewDecoder(bytes.NewReader(raw))
	tokens.Strict, tokens.Entity = false, xml.HTMLEntity
	// The text is already in UTF-8, whatever encoding it declares.
	tokens.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	open := []*node{{}}
	for {
		token, err := tokens.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
		top := open[len(open)-1]
		switch t := token.(type) {
		case xml.StartElement:
			if len(open) > deepest {
				return nil, errTooDeep
			}
			child := &node{name: t.Name.Local, attrs: t.Attr}
			top.children = append(top.children, child)
			open = append(open, child)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			top.children = append(top.children, &node{text: string(t)})
		}
	}
	return open[0].first("*"), nil
}

// xmlDecoder returns a decoder for XML elements.
func xmlDecoder(paper func(*node) (*engine.Paper, string)) decoder {
	return func(raw []byte) (*engine.Paper, string) {
		root, err := parseXML(raw)
		if err != nil {
			return nil, "the XML cannot be read: " + err.Error()
		}
		return paper(root)
	}
}

// xmlRecords returns a reader of the elements with the given names.
func xmlRecords(paper func(*node) (*engine.Paper, string), names ...string) reader {
	return func(in *input, out sink) error {
		return eachRecord(in, newCutter(in.Reader, nil, names...).next, xmlDecoder(paper), out)
	}
}

// first returns the element at a path of names, the first match at each step. "*" matches any name.
func (n *node) first(path ...string) *node {
	for _, name := range path {
		if n == nil {
			return nil
		}
		isNamed := func(c *node) bool { return c.name == name || name == "*" && c.name != "" }
		i := slices.IndexFunc(n.children, isNamed)
		if i < 0 {
			return nil
		}
		n = n.children[i]
	}
	return n
}

// all yields the children with these names.
func (n *node) all(names ...string) iter.Seq[*node] {
	return func(yield func(*node) bool) {
		if n == nil {
			return
		}
		for _, c := range n.children {
			if slices.Contains(names, c.name) && !yield(c) {
				return
			}
		}
	}
}

// below yields the outermost descendants with these names.
func (n *node) below(names ...string) iter.Seq[*node] {
	return func(yield func(*node) bool) { n.visit(names, yield) }
}

func (n *node) visit(names []string, yield func(*node) bool) bool {
	if n == nil {
		return true
	}
	for _, c := range n.children {
		switch {
		case slices.Contains(names, c.name):
			if !yield(c) {
				return false
			}
		case !c.visit(names, yield):
			return false
		}
	}
	return true
}

// firstBelow returns the first descendant with one of these names, or nil.
func (n *node) firstBelow(names ...string) *node {
	for c := range n.below(names...) {
		return c
	}
	return nil
}

func (n *node) attr(name string) string {
	if n == nil {
		return ""
	}
	for _, a := range n.attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// content returns the node's text on one line, without the named elements.
func (n *node) content(without ...string) string {
	var b strings.Builder
	n.addContent(&b, without)
	return oneLine(b.String())
}

func (n *node) addContent(b *strings.Builder, without []string) {
	if n == nil || n.name != "" && slices.Contains(without, n.name) {
		return
	}
	b.WriteString(n.text)
	for _, c := range n.children {
		c.addContent(b, without)
	}
}

// blocks joins the contents of elements with spaces.
func blocks(nodes iter.Seq[*node]) string {
	var all []string
	for n := range nodes {
		all = append(all, n.content())
	}
	return strings.Join(all, " ")
}
