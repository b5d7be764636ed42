package show

import (
	"fmt"
	"strings"
)

// linkTo returns a Markdown link to an address that display.WebAddress returned, with the host as
// the link text. It returns "" if the address has no host.
func linkTo(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	if host, _, _ = strings.Cut(host, "?"); host == "" {
		return ""
	}
	host, _, _ = strings.Cut(host, "#")
	return fmt.Sprintf("[%s](%s)", host, address)
}
