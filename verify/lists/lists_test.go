package lists

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"
)

const entry = "@article{a, title = {Naïve title of a work}, author = {Müller, A.}, year = 2020}\n"

func encoded(s string, high int) []byte {
	raw := []byte{0xff, 0xfe}
	if high == 0 {
		raw = []byte{0xfe, 0xff}
	}
	for _, u := range utf16.Encode([]rune(s)) {
		pair := []byte{byte(u), byte(u >> 8)}
		raw = append(raw, pair[1-high], pair[high])
	}
	return raw
}

func TestUTF16IsRead(t *testing.T) {
	for high := range 2 {
		file, err := Read(t.Context(), "a.bib", encoded(entry, high))
		if err != nil {
			t.Fatal(err)
		}
		if got := file.Bib.Entries[0].Field("title"); got != "Naïve title of a work" {
			t.Errorf("title %q", got)
		}
	}
}

func TestFilesWithoutReferences(t *testing.T) {
	for text, want := range map[string]error{
		"version https://git-lfs.github.com/spec/v1\noid sha256:a\nsize 1\n": ErrPointer,
		" \n": ErrEmpty, "Some text.": ErrNoEntry, "% a comment": ErrNoEntry,
	} {
		if _, err := Read(t.Context(), "a.bib", []byte(text)); !errors.Is(err, want) {
			t.Errorf("%q: %v, want %v", text, err, want)
		}
	}
	for _, name := range []string{"a.ris", "a.json", "a.yml", "a.bbl"} {
		if file, err := Read(t.Context(), name, []byte("Some text.")); err == nil {
			t.Errorf("%s: %d entries", name, len(file.Bib.Entries))
		}
	}
}

// References in the usual styles: plain and natbib with \newblock, titles in quotes, emphasised titles, and
// an emphasised journal name, which is not the title.
func TestReferencesOfADocument(t *testing.T) {
	source := `\begin{document}\begin{thebibliography}{9}
\bibitem[Lamport(1994)]{lamport} Leslie Lamport. \newblock \emph{{LaTeX}: a document system}. \newblock Addison, 1994.
\bibitem{quoted} A. Doe and B. Roe, ` + "``A title in quotes,''" + ` J. Phys. 1 (2001) 2.
\bibitem{emph} A. Doe, B. Roe, {\em A title that is emphasised}, Springer, 2002. doi:10.1234/abc
\bibitem{journal} A. Doe, B. Roe (2003). A title after the year. \emph{Journal of the Society of Physics} 3, 1.
% \bibitem{hidden} A. Doe, {\em A title that is hidden}, 2004.
\end{thebibliography}\end{document}`
	file, err := OfDocument("a.tex", source)
	if err != nil {
		t.Fatal(err)
	}
	var got [][4]string
	for i := range file.Bib.Entries {
		e := &file.Bib.Entries[i]
		got = append(got, [4]string{e.Key, e.Field("title"), e.Field("author"), e.Field("doi")})
	}
	want := [][4]string{
		{"lamport", "LaTeX: a document system", "Lamport, Leslie", ""},
		{"quoted", "A title in quotes", "Doe, A. and Roe, B.", ""},
		{"emph", "A title that is emphasised", "Doe, A. and Roe, B.", "10.1234/abc"},
		{"journal", "A title after the year", "Doe, A. and Roe, B.", ""},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// A broken record in a list is counted rather than silently dropped.
func TestUnreadableRecordsAreCounted(t *testing.T) {
	file, err := Read(t.Context(), "a.ris", []byte("TY  - JOUR\nAU  - Doe, A.\nER  - \nTY  - JOUR\nTI  - A title\nER  - \n"))
	if err != nil || len(file.Bib.Entries) != 1 || file.Unread != 1 {
		t.Errorf("%d entries, %d unread, %v", len(file.Bib.Entries), file.Unread, err)
	}
}

func FuzzRead(f *testing.F) {
	f.Add("a.bib", entry)
	f.Add("a.bbl", `\begin{thebibliography}{1}\bibitem{a} A. B. \newblock C. \newblock D.\end{thebibliography}`)
	f.Add("a.bbl", `\entry{a}{article}{}\field{title}{T}\endentry`)
	f.Add("a.ris", "TY  - JOUR\nTI  - A\nER  - \n")
	f.Add("a.json", `[{"id":"a","title":"T","type":"book"}]`)
	f.Add("a.yml", "a:\n  title: T\n")
	f.Fuzz(func(t *testing.T, name, text string) {
		if !Is(name) {
			return
		}
		file, err := Read(t.Context(), strings.ToLower(name), []byte(text))
		if err != nil {
			return
		}
		if file.Bib.IsForeign() && len(file.Lines) == 0 {
			t.Fatal("a list in another format without lines")
		}
	})
}
