package corpus

import (
	"bufio"
	"bytes"
	"io"
	"regexp"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/engine"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// This file reads RIS: lines with a tag and a value, in records from TY to ER.

var risStart = regexp.MustCompile(`^TY {1,2}- ?\S`)

func isRIS(h head) bool { return h.line(risStart) }

func readRIS(in *input, out sink) error {
	return eachRecord(in, (&risScanner{in: in.Reader}).next, decodeRIS, out)
}

// A risScanner splits a file into records. The start of the next record ends an unclosed one.
type risScanner struct {
	in    *bufio.Reader
	line  int
	raw   []byte
	ahead bool // whether raw contains the first line of the next record
	start int
}

func (s *risScanner) next() (raw []byte, line int, err error) {
	first := len(s.raw)
	if s.ahead {
		first = bytes.LastIndexByte(s.raw[:len(s.raw)-1], '\n') + 1
	}
	s.raw, s.ahead = append(s.raw[:0], s.raw[first:]...), false
	for {
		before := len(s.raw)
		if err := s.readLine(); err != nil {
			if before == 0 || err != io.EOF {
				return nil, s.line, err
			}
			return s.raw, s.start, nil
		}
		switch tag, _, _ := risLine(string(s.raw[before:])); {
		case tag == "TY" && before > 0:
			s.ahead, line, s.start = true, s.start, s.line
			return s.raw[:before], line, nil
		case tag == "TY":
			s.start = s.line
		case before == 0:
			s.raw = s.raw[:0] // skip lines between records
		case tag == "ER":
			return s.raw, s.start, nil
		}
	}
}

// readLine appends a line to raw.
func (s *risScanner) readLine() error {
	for {
		part, err := s.in.ReadSlice('\n')
		s.raw = append(s.raw, part...)
		switch {
		case len(s.raw) > maxRecord:
			return errTooLong
		case err == bufio.ErrBufferFull:
			continue
		case err == io.EOF && len(part) > 0:
			s.raw = append(s.raw, '\n')
			err = nil
		}
		s.line++
		return err
	}
}

var risTag = regexp.MustCompile(`^([A-Z][A-Z0-9]) {1,2}-(?: (.*))?$`)

func risLine(line string) (tag, value string, ok bool) {
	m := risTag.FindStringSubmatch(strings.TrimRight(line, " \t\r\n"))
	if m == nil {
		return "", strings.TrimSpace(line), false
	}
	return m[1], strings.TrimSpace(m[2]), true
}

// risRecord maps tags to their values in order. A line without a tag continues the previous value.
type risRecord map[string][]string

func parseRIS(raw []byte) risRecord {
	r := make(risRecord)
	tag, value := "", new(strings.Builder)
	end := func() {
		if tag != "" {
			r[tag] = append(r[tag], value.String())
		}
		value = new(strings.Builder)
	}
	for line := range strings.Lines(string(raw)) {
		found, text, ok := risLine(line)
		switch {
		case ok:
			end()
			tag = found
			value.WriteString(text)
		case tag != "" && text != "":
			value.WriteString(" " + text)
		}
	}
	end()
	return r
}

// first returns the first non-empty value, in the order of the tags.
func (r risRecord) first(tags ...string) string {
	for _, tag := range tags {
		for _, value := range r[tag] {
			if value != "" {
				return value
			}
		}
	}
	return ""
}

func decodeRIS(raw []byte) (*engine.Paper, string) {
	r := parseRIS(raw)
	if r.first("TI", "T1", "CT", "BT") == "" {
		return nil, "the paper has no title: add a TI line, or remove the record"
	}
	date := r.first("PY", "Y1", "DA")
	p := &engine.Paper{
		Title: r.first("TI", "T1", "CT", "BT"), Abstract: r.first("AB", "N2"),
		Venue: r.first("JF", "JO", "T2", "JA", "J2", "BT"),
		DOI:   r.first("DO"), URL: r.first("UR"), Year: yearIn(date), Volume: r.first("VL"), Issue: r.first("IS"),
		Pages: r.first("SP"), Publisher: r.first("PB"),
		EntryType: bib.TypeNamed(r.first("TY"), r.first("M3")),
	}
	if last := r.first("EP"); last != "" && p.Pages != "" && !strings.Contains(p.Pages, "-") {
		p.Pages += "-" + last
	}
	if p.DOI == "" {
		p.DOI = paper.DOI(strings.Join(append(r["UR"], r["M3"]...), " "))
	}
	if parts := strings.Split(r.first("DA", "PY", "Y1"), "/"); len(parts) > 1 {
		p.Month = monthOf(parts[1])
	}
	for _, tag := range []string{"AU", "A1"} {
		for _, name := range r[tag] {
			p.Authors = append(p.Authors, Person(name))
		}
	}
	return p, ""
}
