package display

import (
	"fmt"
	"net/url"
	"regexp"
	"strings"
)

// maxAddress is the maximum length of a link, in bytes.
const maxAddress = 2000

var plainHost = regexp.MustCompile(`^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?(?::[0-9]+)?$`)

// WebAddress returns a link to a paper from its DOI, arXiv identifier or URL. Records are
// untrusted, so it returns "" for schemes other than http and https and for disguised hosts.
func WebAddress(doi, arXiv, address string) string {
	switch {
	case doi != "":
		return "https://doi.org/" + LinkTarget(doi)
	case arXiv != "":
		return "https://arxiv.org/abs/" + LinkTarget(arXiv)
	}
	u, err := url.Parse(strings.TrimSpace(address))
	if err != nil || len(address) > maxAddress || u.Scheme != "http" && u.Scheme != "https" ||
		u.User != nil || !plainHost.MatchString(u.Host) {
		return ""
	}
	return encoded(u.String())
}

// encoded escapes characters that would end a Markdown link or a command-line argument.
func encoded(address string) string { return percentEncoded(address, "-._~:/?#@!$&+,;=%") }

// LinkTarget escapes characters that would end the target of a Markdown link. Old DOIs contain such
// characters.
func LinkTarget(s string) string { return percentEncoded(s, "-._/:;") }

// percentEncoded percent-encodes all bytes other than letters, digits and those in kept.
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
