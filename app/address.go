package app

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// maxAddress is the longest address that is offered to be opened.
const maxAddress = 2000

var plainHost = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]+)?$`)

// WebAddress is where a paper can be read: by its DOI, at arXiv, or at the address
// of its record. Records come from strangers, so any address but one of http or
// https is none, and so is one that hides its host.
func WebAddress(doi, arXiv, address string) string {
	switch {
	case doi != "":
		return "https://doi.org/" + LinkTarget(doi)
	case arXiv != "":
		return "https://arxiv.org/abs/" + LinkTarget(arXiv)
	}
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || len(address) > maxAddress || u.Scheme != "http" && u.Scheme != "https" || u.User != nil || !plainHost.MatchString(u.Host) {
		return ""
	}
	return encoded(u.String())
}

// encoded leaves an address nothing that would end a link in Markdown or an
// argument of a program.
func encoded(address string) string { return percentEncoded(address, "-._~:/?#@!$&+,;=%") }

// LinkTarget encodes what would end a link's target; old DOIs have all of it.
func LinkTarget(s string) string { return percentEncoded(s, "-._/:;") }

// percentEncoded keeps letters, digits and some other characters.
func percentEncoded(s, kept string) string {
	var out strings.Builder
	for i := range len(s) {
		if c := s[i]; c >= '0' && c <= '9' || c|0x20 >= 'a' && c|0x20 <= 'z' || strings.IndexByte(kept, c) >= 0 {
			out.WriteByte(c)
		} else {
			fmt.Fprintf(&out, "%%%02X", c)
		}
	}
	return out.String()
}
