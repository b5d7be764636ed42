package lsp

import (
	"fmt"
	"strings"
)

// hoverLink opens an address of app.WebAddress from a hover, and shows its host; it is
// empty where there is none, or where the editor shows no Markdown.
func (s *server) hoverLink(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	if host, _, _ = strings.Cut(host, "?"); host == "" || !s.caps.markdownHover {
		return ""
	}
	host, _, _ = strings.Cut(host, "#")
	return fmt.Sprintf("[%s](%s)", host, address)
}
