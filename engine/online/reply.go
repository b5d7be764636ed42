package online

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/url"
	"regexp"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/htmlindex"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// A media is the required format of a response.
type media int

const (
	asJSON media = iota
	asXML
	asBytes // binary data, or text in an undeclared encoding
)

// formats lists each format's name and Accept header, and the characters with which a body may begin.
// If it lists no characters, any nonempty body is accepted.
var formats = [...]struct{ name, accept, begins string }{
	asJSON:  {"JSON", "application/json", "{["},
	asXML:   {"XML", "application/atom+xml, application/xml, text/xml", "<"},
	asBytes: {"a file", "*/*", ""},
}

// opens reports whether a body begins as its format requires.
func (m media) opens(body []byte) bool {
	body = bytes.TrimLeft(body, " \t\r\n")
	begins := formats[m].begins
	return len(body) > 0 && (begins == "" || strings.IndexByte(begins, body[0]) >= 0)
}

// read returns the body of a response in UTF-8, or an error. after is the wait requested by the
// service.
func (s *service) read(ctx context.Context, r request, answer *network.Answer) (body []byte, after time.Duration,
	err error) {
	raw, err := io.ReadAll(io.LimitReader(answer.Body, r.limit+1))
	switch {
	case ctx.Err() != nil: // a canceled connection can look like the end of the response
		return nil, 0, interrupted(ctx, s.source, ctx.Err())
	case err != nil:
		return nil, 0, s.fail(Unreachable, answer.Status, "the connection was lost during the reply", err)
	case int64(len(raw)) > r.limit:
		return nil, 0, s.fail(Malformed, answer.Status, "it is larger than the limit", nil)
	}
	body = raw
	if r.media != asBytes {
		body, err = inUTF8(raw, answer.Header("Content-Type"))
	}
	if err != nil {
		return nil, 0, s.fail(Malformed, answer.Status, "", err)
	}
	if err := s.judge(r, answer, body); err != nil {
		return nil, answer.RetryAfter, err
	}
	return body, 0, nil
}

// judge returns the error reported by a response, or nil.
func (s *service) judge(r request, answer *network.Answer, body []byte) error {
	status := answer.Status
	isPage := isHTML(answer.Header("Content-Type"), body)
	switch {
	case isPage && status != 404 && status != 410 && (answer.Header("Cf-Mitigated") != "" || isBotPage(body)):
		return s.fail(BotPage, status, "", nil)
	case isRateText(body):
		return &Error{Source: s.source, Kind: Busy, Status: tooManyRequests}
	case status == tooManyRequests, status == 503 && answer.RetryAfter > 0:
		return &Error{Source: s.source, Kind: Busy, Status: status}
	case status == 200, status == 406 && isFeed(body):
		return s.judgeBody(r, status, body, isPage)
	case status >= 500:
		return s.fail(Unreachable, status, s.errorText(body, isPage), nil)
	case (status == 404 || status == 410) && r.lookup:
		return s.fail(NotFound, status, "", nil)
	}
	return s.fail(Refused, status, s.errorText(body, isPage), nil)
}

func (s *service) judgeBody(r request, status int, body []byte, isPage bool) error {
	name := formats[r.media].name
	switch {
	case isPage:
		return s.fail(Malformed, status, "it is a web page instead of "+name, nil)
	case !r.media.opens(body):
		problem := "it is not " + name
		if detail := s.detail(body); detail != "" {
			problem += ": " + detail
		}
		return s.fail(Malformed, status, problem, nil)
	}
	return nil
}

// feedError matches the message in arXiv's error feeds.
var feedError = regexp.MustCompile(`<id>[^<]*/api/errors[^<]*</id>[^\x00]*?<summary>([^<]*)</summary>`)

// errorText returns the message in a response, or "" for a web page.
func (s *service) errorText(body []byte, isPage bool) string {
	if isPage {
		return ""
	}
	if m := feedError.FindSubmatch(body[:min(len(body), 16<<10)]); m != nil {
		return s.detail(m[1])
	}
	return s.detail(body)
}

const maxQuoted = 16 << 10 // bytes of a response used for error messages

// detail returns the beginning of a response, with the user's key and email address removed.
func (s *service) detail(text []byte) string {
	quoted := string(text[:min(len(text), maxQuoted)])
	for _, secret := range []string{s.key, s.email} {
		if secret != "" {
			quoted = strings.NewReplacer(secret, "***", url.QueryEscape(secret), "***", url.PathEscape(secret),
				"***").Replace(quoted)
		}
	}
	return detail(quoted)
}

var htmlStart = regexp.MustCompile(`(?i)^\s*(?:<!--[^>]*-->\s*)*<(?:!doctype\s+html|html|head|body|title)\b`)

func isHTML(contentType string, body []byte) bool {
	start := body[:min(len(body), 1<<10)]
	if htmlStart.Match(start) {
		return true
	}
	kind, _, _ := mime.ParseMediaType(contentType)
	return kind == "text/html" && bytes.HasPrefix(bytes.TrimSpace(start), []byte("<"))
}

// botMarks matches pages that block programs, such as those of Anubis and Cloudflare.
var botMarks = regexp.MustCompile(`(?i)anubis|not a (?:ro)?bot|are (?:you )?(?:a )?human|captcha|cf[-_]chl|challenge-platform|just a moment|checking your browser|enable javascript and cookies|attention required|proof[- ]of[- ]work|unusual traffic|automated (?:queries|access|requests)`)

func isBotPage(body []byte) bool { return botMarks.Match(body[:min(len(body), 64<<10)]) }

// isRateText reports whether a body is arXiv's plain-text message about its rate limit. Its HTTP
// status varies.
func isRateText(body []byte) bool {
	return len(body) < 200 && bytes.HasPrefix(bytes.ToLower(bytes.TrimSpace(body)), []byte("rate exceeded"))
}

// isFeed reports whether a body is an Atom feed. arXiv also sends feeds with status 406.
func isFeed(body []byte) bool {
	return bytes.Contains(body[:min(len(body), 1<<10)], []byte("http://www.w3.org/2005/Atom"))
}

var xmlDeclaration = regexp.MustCompile(`^\s*<\?xml([^>]*)\?>`)
var xmlEncoding = regexp.MustCompile(`encoding\s*=\s*["']([\w.:-]+)["']`)

var errCharset = errors.New("its character encoding is unknown")

// inUTF8 decodes a body according to its byte order mark, header or XML declaration. It removes the
// declaration.
func inUTF8(raw []byte, contentType string) ([]byte, error) {
	declared := xmlDeclaration.FindSubmatch(raw[:min(len(raw), 1<<10)])
	_, params, _ := mime.ParseMediaType(contentType)
	charset := params["charset"]
	if charset == "" && declared != nil {
		if m := xmlEncoding.FindSubmatch(declared[1]); m != nil {
			charset = string(m[1])
		}
	}
	from := encoding.Nop.NewDecoder()
	if charset != "" && !isUTF8(raw, charset) {
		named, err := htmlindex.Get(charset)
		if err != nil {
			return nil, errCharset
		}
		from = named.NewDecoder()
	}
	body, _, err := transform.Bytes(unicode.BOMOverride(from), raw)
	if err != nil {
		return nil, err
	}
	body = bytes.ToValidUTF8(body, []byte("\uFFFD"))
	return xmlDeclaration.ReplaceAll(body, nil), nil
}

// isUTF8 reports whether a body is UTF-8. Valid UTF-8 counts even if the header declares another
// encoding, since some services send wrong headers. UTF-16 and ISO-2022 are exceptions, since their
// bytes may also be valid UTF-8.
func isUTF8(raw []byte, charset string) bool {
	charset = strings.ToLower(charset)
	return charset == "utf-8" || utf8.Valid(raw) && !strings.HasPrefix(charset, "utf-16") &&
		!strings.HasPrefix(charset, "iso-2022")
}
