package corpus

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"io"
	"os"
	"regexp"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine"
)

var mendNames = flag.Bool("mend-names", false, "rewrite the names of the shipped papers")

// compounds lists two-word family names without a particle. They are taken from citations of the
// author, such as "Beigman Klebanov et al., 2004".
var compounds = map[engine.Author]engine.Author{
	{Given: "Beata Beigman", Family: "Klebanov"}: {Given: "Beata", Family: "Beigman Klebanov"},
}

var writtenName = regexp.MustCompile(`("GivenName": ?)("(?:[^"\\]|\\.)*")(, ?"FamilyName": ?)("(?:[^"\\]|\\.)*")`)

// whole returns a record after joining family names that its source split. It changes nothing else.
func whole(t *testing.T, record []byte) []byte {
	return writtenName.ReplaceAllFunc(record, func(written []byte) []byte {
		m := writtenName.FindSubmatch(written)
		var a engine.Author
		if json.Unmarshal(m[2], &a.Given) != nil || json.Unmarshal(m[4], &a.Family) != nil {
			t.Fatalf("no name: %s", written)
		}
		b, known := compounds[a]
		if !known {
			b = a.WithParticles()
		}
		if a == b {
			return written
		}
		given, _ := json.Marshal(b.Given)
		family, _ := json.Marshal(b.Family)
		return bytes.Join([][]byte{m[1], given, m[3], family}, nil)
	})
}

// Records embedded in the binary must have complete family names, such as "Van Durme" and "De Cao".
// After changing the records, run go test ./engine/corpus -run Shipped -mend-names.
func TestShippedPapersHaveWholeFamilyNames(t *testing.T) {
	for _, name := range []string{"acl", "biomed"} {
		path := "../../testdata/papers/" + name + ".jsonl.gz"
		packed, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		r, err := gzip.NewReader(bytes.NewReader(packed))
		if err != nil {
			t.Fatal(err)
		}
		records, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if !writtenName.Match(records) {
			t.Fatalf("%s: no name was found", path)
		}
		mended := whole(t, records)
		if bytes.Equal(records, mended) {
			continue
		}
		if !*mendNames {
			t.Errorf("%s has family names without their particles", path)
			continue
		}
		var out bytes.Buffer
		w, _ := gzip.NewWriterLevel(&out, gzip.BestCompression)
		if _, err := w.Write(mended); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
