package show

import (
	"fmt"
	"strings"
)

// linkTo opens an address of app.WebAddress from a hover, and shows its host; it is
// empty where there is none.
func linkTo(address string) string {
	_, rest, _ := strings.Cut(address, "://")
	host, _, _ := strings.Cut(rest, "/")
	if host, _, _ = strings.Cut(host, "?"); host == "" {
		return ""
	}
	host, _, _ = strings.Cut(host, "#")
	return fmt.Sprintf("[%s](%s)", host, address)
}
