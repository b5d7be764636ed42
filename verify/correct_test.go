package verify

import (
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/bib"
	"github.com/scilit-lsp/scilit-lsp/paper"
)

// probing is a record with the DOI of the entries in these tests.
func probing() *paper.Paper {
	return &paper.Paper{ID: "1", Corpus: "demo", Title: "What you can cram into a single vector: Probing sentence embeddings",
		Authors: []paper.Author{{Given: "Alexis", Family: "Conneau"}, {Given: "German", Family: "Kruszewski"}}, Year: 2018,
		Venue: "Proceedings of the Annual Meeting of the Association for Computational Linguistics", Pages: "2126-2136", DOI: "10.18653/v1/p18-1198"}
}

const probed = `@inproceedings{a,
  title = {What you can cram into a single vector: Probing sentence embeddings},
  author = {Alexis Conneau and {\'G}erman Kruszewski},
  year = 2018, booktitle = {ACL},
  doi = {10.18653/v1/P18-1198}
}
`

// corrected compares the first entry of a source with a record, and returns the certain corrections
// and the corrected source.
func corrected(t *testing.T, source string, records ...*paper.Paper) (fields []string, after string) {
	t.Helper()
	file := bib.Parse(source)
	var all []Correction
	for i := range file.Entries {
		r := Compare(FromEntry(&file.Entries[i]), records, 2026)
		r.Settle(nil)
		all = append(all, Corrections(file, &file.Entries[i], &r)...)
	}
	for _, c := range all {
		fields = append(fields, c.Field)
	}
	after, err := Correct(file, all)
	if err != nil {
		t.Fatal(err)
	}
	return fields, after
}

func TestOnlyWhatIsCertainIsCorrected(t *testing.T) {
	for _, c := range []struct{ name, old, wrong, fields, want string }{
		{"nothing is wrong", "", "", "", ""},
		{"a year with the DOI", "year = 2018", "year = 1999", "year", "year = 2018"},
		{"a year one off may be that of the printed journal", "year = 2018", "year = 2019", "", "year = 2019"},
		{"an author is missing: the others stay as written", ` and {\'G}erman Kruszewski`, "", "author", "{Alexis Conneau and Kruszewski, German}"},
		{"another author", "Alexis Conneau", "Jane Doe", "author", `{Conneau, Alexis and {\'G}erman Kruszewski}`},
		{"a title with another word", "single vector", "single sparrow", "title", "single vector"},
		{"a title and a year: perhaps another work", "single vector: Probing sentence embeddings},\n  author = {Alexis Conneau and {\\'G}erman Kruszewski},\n  year = 2018", "single sparrow},\n author = {Doe, Jane}, year = 1999", "", "1999"},
		{"another venue with the DOI", "{ACL}", "{CVPR}", "booktitle", "Annual Meeting of the Association"},
		{"another DOI, all else agrees", "P18-1198", "P18-9999", "doi", "p18-1198"},
		{"another DOI and another year", "2018, booktitle = {ACL},\n  doi = {10.18653/v1/P18-1198}", "2011, booktitle = {ACL},\n  doi = {10.18653/v1/P18-9999}", "", "2011"},
		{"no DOI, all else agrees", ",\n  doi = {10.18653/v1/P18-1198}", "", "doi", "doi = {10.18653/v1/p18-1198}"},
		{"no DOI and another venue", "{ACL},\n  doi = {10.18653/v1/P18-1198}", "{CVPR}", "", "{CVPR}"},
	} {
		source := strings.Replace(probed, c.old, c.wrong, 1)
		fields, after := corrected(t, source, probing())
		if got := strings.Join(fields, " "); got != c.fields || !strings.Contains(after, c.want) {
			t.Errorf("%s: %q, want %q\n%s", c.name, got, c.fields, after)
		}
		if len(fields) == 0 && after != source {
			t.Errorf("%s: changed", c.name)
		}
	}
}

// A record without authors or with a truncated title corrects nothing.
func TestAPoorRecordCorrectsNothing(t *testing.T) {
	p := probing()
	p.Authors = nil
	if fields, _ := corrected(t, strings.Replace(probed, "2018", "1999", 1), p); len(fields) > 0 {
		t.Error(fields)
	}
}

// The published version changes type, venue, year and DOI. The arXiv identifier and all other fields are
// kept.
func TestThePublishedVersionKeepsTheRest(t *testing.T) {
	const authors, title = "author = {Alexis Conneau and German Kruszewski},", "title = {What you can cram into a single vector: Probing sentence embeddings},"
	record := probing()
	record.ArXiv = "1805.01070"
	for source, want := range map[string]string{
		"@Misc{a, " + authors + title + "\n howpublished = {arXiv:1805.01070}, note = {Read}, year = 2017}": "@Inproceedings{a, " + authors + title +
			"\n booktitle = {Proceedings of the Annual Meeting of the Association for Computational Linguistics}, note = {Read}, year = 2018, pages = {2126--2136}, doi = {10.18653/v1/p18-1198}, eprint = {1805.01070}, archiveprefix = {arXiv}}",
		"@article{a, " + authors + title + " journal = {arXiv preprint arXiv:1805.01070}, eprint = {1805.01070}, year = {2018}, doi = {10.48550/arXiv.1805.01070}, url = {https://arxiv.org/abs/1805.01070}}": "@inproceedings{a, " + authors + title +
			" booktitle = {Proceedings of the Annual Meeting of the Association for Computational Linguistics}, eprint = {1805.01070}, year = {2018}, doi = {10.18653/v1/p18-1198}, url = {https://arxiv.org/abs/1805.01070}, pages = {2126--2136}}",
		"@misc{a, " + strings.Replace(authors, "Conneau", "Doe", 1) + title + " eprint = {1805.01070}, year = 2018}": "",
		"@article{a, " + authors + title + " journal = {arXiv}, publisher = {arXiv}, year = 2018}":                   "",
		"@inproceedings{a, " + authors + title + " booktitle = {ACL}, year = 2018, eprint = {1805.01070}}":           "",
	} {
		file := bib.Parse(source)
		r := Compare(FromEntry(&file.Entries[0]), []*paper.Paper{record}, 2026)
		r.Settle(nil)
		one, ok := PublishedVersion(file, &file.Entries[0], &r)
		if ok != (want != "") {
			t.Errorf("%s\noffered %v: %+v", source, ok, r.Findings)
			continue
		}
		if got := bib.Apply(source, one.Edits); ok && got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}

// Whatever a .bib file and a record contain, a correction changes only field values of its entry.
func FuzzCorrections(f *testing.F) {
	f.Add(probed, "What you can cram} , evil = {\\input{/etc/passwd}", "10.18653/v1/P18-1198")
	f.Add("@a{a,title={x}}"+probed, "Conneau} and {", "10.1/}")
	f.Add(strings.ReplaceAll(probed, "\n", "\r\n"), "\x1b[31m\u202e", "10.18653/v1/P18-1198")
	f.Add(strings.Replace(probed, "2018", "{20", 1)+probed, "%", "")
	f.Add("\ufeff"+strings.Replace(probed, "2018", "jan # \"1999\"", 1), "#", "10.18653/v1/P18-1198")
	f.Add("@string{acl = {ACL}} @inproceedings(a, crossref = {b}, title = \"What you can cram into a single vector: Probing sentence embeddings\" # acl, doi = 10.18653/v1/P18-1198, author = {others and and and}, year = 1)", "\\", "10.18653/v1/P18-1198")
	f.Fuzz(func(t *testing.T, source, word, doi string) {
		if len(source) > 1<<12 || len(word) > 200 {
			return
		}
		hostile, published := probing(), probing()
		hostile.Title += word
		hostile.Authors[1].Family, hostile.Venue, hostile.Pages, hostile.DOI = word, word, word, doi
		published.Authors[0].Given, published.Venue, published.Volume, published.ArXiv = word, "ACL "+word, word, "1805.01070"
		file := bib.Parse(source)
		for i := range file.Entries {
			e := &file.Entries[i]
			r := Compare(FromEntry(e), []*paper.Paper{hostile, published}, 2026)
			r.Settle(nil)
			all := Corrections(file, e, &r)
			if one, ok := PublishedVersion(file, e, &r); ok {
				all = []Correction{one}
			}
			after, err := Correct(file, all)
			if err != nil {
				t.Fatalf("%v\n%q", err, source)
			}
			if !strings.HasPrefix(after, source[:e.Start]) || !strings.HasSuffix(after, source[e.End:]) {
				t.Fatalf("text around the entry changed: %q", after)
			}
			if strings.ContainsAny(after, "\x1b\u202e") && !strings.ContainsAny(source, "\x1b\u202e") {
				t.Fatalf("%q", after)
			}
			if now := bib.Parse(after); len(now.Entries) != len(file.Entries) || now.Entries[i].Key != e.Key {
				t.Fatalf("%q", after)
			}
		}
	})
}
