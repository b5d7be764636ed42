package page

import (
	"cmp"
	"encoding/xml"
	"errors"
	"io"
	"iter"
	"net/url"
	"slices"
	"strings"
	"testing"
)

// A node is an element, or text if it has no name. The templates close all elements, so pages can
// be parsed as XML with HTML's entities.
type node struct {
	name     string
	attrs    map[string]string
	text     string
	children []*node
}

func parse(t *testing.T, source string) *node {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(source))
	d.Strict, d.Entity = false, xml.HTMLEntity
	root := &node{name: "page"}
	open := []*node{root}
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return root
		}
		if err != nil {
			t.Fatalf("%v in %s", err, source)
		}
		top := open[len(open)-1]
		switch token := token.(type) {
		case xml.StartElement:
			n := &node{name: token.Name.Local, attrs: make(map[string]string)}
			for _, a := range token.Attr {
				n.attrs[a.Name.Local] = a.Value
			}
			top.children, open = append(top.children, n), append(open, n)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			top.children = append(top.children, &node{text: string(token)})
		}
	}
}

// all yields the elements in a node that have one of the names, or all elements if no name is
// given.
func (n *node) all(names ...string) iter.Seq[*node] {
	return func(yield func(*node) bool) { n.visit(names, yield) }
}

func (n *node) visit(names []string, yield func(*node) bool) bool {
	if n.name != "" && (len(names) == 0 || slices.Contains(names, n.name)) && !yield(n) {
		return false
	}
	for _, child := range n.children {
		if !child.visit(names, yield) {
			return false
		}
	}
	return true
}

// content returns the text in a node.
func (n *node) content() string {
	var b strings.Builder
	b.WriteString(n.text)
	for _, child := range n.children {
		b.WriteString(child.content())
	}
	return b.String()
}

// with returns the elements in a node whose attribute has a value.
func (n *node) with(attr, value string) (found []*node) {
	for e := range n.all() {
		if slices.Contains(strings.Fields(e.attrs[attr]), value) {
			found = append(found, e)
		}
	}
	return found
}

// id returns the element with the given ID.
func (n *node) id(t *testing.T, id string) *node {
	t.Helper()
	found := n.with("id", id)
	if len(found) != 1 {
		t.Fatalf("%d elements have the ID %s", len(found), id)
	}
	return found[0]
}

// fields returns the values that a form submits. button is the button used, or nil.
func (n *node) fields(button *node) url.Values {
	v := make(url.Values)
	for field := range n.all("input", "textarea") {
		_, checked := field.attrs["checked"]
		switch {
		case field.name == "textarea":
			v.Add(field.attrs["name"], field.content())
		case field.attrs["type"] != "checkbox" || checked:
			v.Add(field.attrs["name"], field.attrs["value"])
		}
	}
	if button != nil && button.attrs["name"] != "" {
		v.Add(button.attrs["name"], button.attrs["value"])
	}
	return v
}

// button returns the button with the given text.
func (n *node) button(t *testing.T, text string) *node {
	t.Helper()
	for b := range n.all("button") {
		if strings.Join(strings.Fields(b.content()), " ") == text {
			return b
		}
	}
	t.Fatalf("there is no button %q", text)
	return nil
}

// actionOf returns the address to which a button submits its form.
func actionOf(form, button *node) string {
	action, _, _ := strings.Cut(form.attrs["action"], "#")
	return cmp.Or(button.attrs["formaction"], action)
}
