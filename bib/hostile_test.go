package bib

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/paper"
	"github.com/scilit-lsp/scilit-lsp/tex"
)

// hostile contains texts that LaTeX or BibTeX would execute, or that would damage the file, if they
// were inserted unchanged.
var hostile = []string{
	`\input{/etc/passwd}`, `\immediate\write18{touch owned}`, `}} @preamble{"\input{x}"} @misc{y, title={`, `50% of all`, `%`, `a}b`, `{a`, `}`, `{`, `"`, `" # x # "`,
	`^^5cinput{x}`, `\`, `\\`, `$x_1^2$`, `#1`, `~`, `&`, "a\n\nb", "a\r%b", `\csname input\endcsname{x}`, `--`, "\u202Eevil", "zero\u200Bwidth", `and`, `A and B`, `others`, `x, y, z`, `\openout15=owned `, "@misc{z,", "|", "<>",
}

func hostileRecords() (records []Record) {
	for _, s := range hostile {
		records = append(records,
			Record{Title: "Pooling " + s, Authors: []Name{{Given: "Ada " + s, Family: "Baker"}, {Given: "Bob", Family: "Cole " + s}}, Year: 2001, Venue: "Journal " + s, Volume: s, Issue: s,
				Pages: s, Publisher: "Press " + s, DOI: "10.1000/" + s, URL: "https://example.org/" + s, ArXiv: s},
			Record{Type: s, Title: s + " pooling", Authors: []Name{{Family: "Dee " + s}}, Year: 2002, Month: 99, Venue: "Proceedings " + s, URL: "javascript:" + s})
	}
	for _, typ := range []string{"preamble", "string", "comment"} {
		records = append(records, Record{Type: typ, Title: `"\input{x}"`, Year: 2003})
	}
	return records
}

// plain removes all white space from a text.
func plain(s string) string { return strings.Join(strings.Fields(s), "") }

func TestRecordsOfStrangersAreOneEntryThatSaysWhatTheySay(t *testing.T) {
	for name, src := range fixtures {
		for _, rec := range hostileRecords() {
			f := Parse(src)
			if f.latin1 {
				continue
			}
			key := f.NewKey(rec, "")
			after := Parse(f.Insert(rec, key).Apply([]byte(src)))
			if len(after.Entries) != len(f.Entries)+1 || len(after.Strings) != len(f.Strings) || len(after.Preambles) != len(f.Preambles) || len(after.Comments) != len(f.Comments) {
				t.Fatalf("%s, %+v: %d entries became %d:\n%s", name, rec, len(f.Entries), len(after.Entries), after.src)
			}
			e := after.ByKey(key)
			if e == nil || !e.Complete || !e.Citable() {
				t.Fatalf("%s, %+v: no entry %s in\n%s", name, rec, key, after.src)
			}
			if got, want := plain(e.Field("title")), plain(tex.Decode(tex.Encode(oneLine(paper.PlainTitle(rec.Title)), false))); got != want {
				t.Errorf("%s: title %q, want %q", name, got, want)
			}
			if got := e.Authors(); len(got) != len(rec.Authors) {
				t.Errorf("%s: %q of %q", name, got, rec.Authors)
			}
			if url := e.Field("url"); strings.HasPrefix(url, "javascript") || strings.ContainsAny(url, " \\{}^$\"") {
				t.Errorf("url %q", url)
			}
		}
	}
}

func TestAKeyThatCannotBeCitedIsNeverWritten(t *testing.T) {
	rec := Record{Title: "Pooling", Authors: []Name{{Family: "Baker"}}, Year: 2001}
	for _, key := range []string{"a b", `a"b`, "a`b", "ä", `a\b`, "", "a,b", "a%b", "a}b", "a$b"} {
		f := Parse("")
		after := Parse(f.Insert(rec, key).Text)
		if len(after.Entries) != 1 || !after.Entries[0].Citable() {
			t.Errorf("%q: %s", key, after.src)
		}
		if _, ok := f.InsertCopy("@misc{x, title = {Pooling}}", key); ok {
			t.Errorf("%q: copied", key)
		}
	}
}

func TestAnEntryWithABrokenKeyIsNotCitedByItsFirstWord(t *testing.T) {
	for src, key := range map[string]string{
		"@misc{a b, title = {Pooling}}":               "a b",
		"@misc{a\"b, title = {Pooling}}":              `a"b`,
		"@misc{a\n title = {Pooling}}":                "a",
		"@misc{a title = {Pooling}, year = 2001}":     "a",
		"@misc{a%comment\n, title = {Pooling}}":       "a%comment",
		"@misc{m\u00fcller2020, title = {Pooling}}":   "müller2020",
		"@misc{DBLP:conf/acl/X-1.2, title={Pooling}}": "DBLP:conf/acl/X-1.2",
	} {
		f := Parse(src)
		e := &f.Entries[0]
		if e.Key != key || e.Field("title") != "Pooling" {
			t.Errorf("%s: key %q, title %q", src, e.Key, e.Field("title"))
		}
		if citable := CheckKey(key) == nil; e.Citable() != citable || len(f.Uncitable()) == 0 != citable {
			t.Errorf("%s: citable %v, told of %v", src, e.Citable(), f.Uncitable())
		}
		found := f.FindCitable(Work{Title: "Pooling"})
		if (found != nil) != e.Citable() {
			t.Errorf("%s: found %v", src, found)
		}
	}
}

// hostileBib writes all hostile records into one file and returns their keys.
func hostileBib(t *testing.T, dir string) (keys []string) {
	f := Parse("")
	for _, rec := range hostileRecords() {
		key := f.NewKey(rec, "")
		keys = append(keys, key)
		f = f.Next(string(f.Insert(rec, key).Apply([]byte(f.src))))
	}
	write(t, filepath.Join(dir, "lib.bib"), []byte(f.src))
	return keys
}

// latexDocument cites all entries. If \input, \write or \openout were executed, the log or the
// folder would show it.
const latexDocument = `\documentclass{article}
PREAMBLE
\begin{document}
\nocite{*}
END
\end{document}
`

func TestHostileRecordsCompileAndDoNothing(t *testing.T) {
	program(t, "pdflatex")
	for tool, parts := range map[string][2]string{
		"bibtex": {"\\usepackage{url}", "\\bibliographystyle{plain}\n\\bibliography{lib}"},
		"biber":  {"\\usepackage{biblatex}\n\\addbibresource{lib.bib}", "\\printbibliography"},
	} {
		t.Run(tool, func(t *testing.T) {
			program(t, tool)
			dir := t.TempDir()
			keys := hostileBib(t, dir)
			document := strings.NewReplacer("PREAMBLE", parts[0], "END", parts[1]).Replace(latexDocument)
			write(t, filepath.Join(dir, "doc.tex"), []byte(document))
			produce(t, dir, "doc.aux", "pdflatex", "-interaction=nonstopmode", "-shell-escape", "doc")
			if log, _ := os.ReadFile(filepath.Join(dir, "doc.log")); strings.Contains(string(log), "not found") {
				t.Skip("biblatex is not installed")
			}
			_, bbl := produce(t, dir, "doc.bbl", tool, "doc")
			for _, key := range keys {
				if !strings.Contains(bbl, "{"+key+"}") {
					t.Errorf("%s is not in\n%s", key, bbl)
				}
			}
			_, log := produce(t, dir, "doc.log", "pdflatex", "-interaction=nonstopmode", "-shell-escape", "doc")
			for _, line := range strings.Split(log, "\n") {
				if strings.HasPrefix(line, "!") || strings.Contains(line, "(/etc/passwd") || strings.Contains(line, "runsystem") {
					t.Errorf("pdflatex: %s", line)
				}
			}
			if owned, _ := filepath.Glob(filepath.Join(dir, "owned*")); owned != nil {
				t.Errorf("a record wrote %v", owned)
			}
		})
	}
}
