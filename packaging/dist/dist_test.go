package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

var someDay = time.Unix(1700000000, 0).UTC()

// folderOf writes files with the unusual modes of a careless umask.
func folderOf(t *testing.T, mode os.FileMode) string {
	t.Helper()
	folder := filepath.Join(t.TempDir(), "scilit-lsp_1.2.3_linux_amd64")
	for name, content := range map[string]string{"scilit-lsp": "program", "models/b/model.json": "{}", "README.md": "read"} {
		if err := writeFile(filepath.Join(folder, name), []byte(content)); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(filepath.Join(folder, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

func TestArchivesDependOnContentAlone(t *testing.T) {
	for name, write := range map[string]func(io.Writer, string, time.Time) error{"tar": writeTar, "zip": writeZip} {
		var archives [2]bytes.Buffer
		for i, mode := range []os.FileMode{0o600, 0o755} {
			if err := write(&archives[i], folderOf(t, mode), someDay); err != nil {
				t.Fatal(err)
			}
		}
		if !bytes.Equal(archives[0].Bytes(), archives[1].Bytes()) {
			t.Errorf("%s: the same files produce different archives", name)
		}
	}
}

// A packed file is an entry of an archive.
type packed struct {
	name string
	mode os.FileMode
	at   time.Time
}

var wanted = []packed{
	{"scilit-lsp_1.2.3_linux_amd64/README.md", 0o644, someDay},
	{"scilit-lsp_1.2.3_linux_amd64/models/b/model.json", 0o644, someDay},
	{"scilit-lsp_1.2.3_linux_amd64/scilit-lsp", 0o755, someDay},
}

func TestTarHasOneFolderAndAProgramThatRuns(t *testing.T) {
	var archive bytes.Buffer
	if err := writeTar(&archive, folderOf(t, 0o600), someDay); err != nil {
		t.Fatal(err)
	}
	unzipped, err := gzip.NewReader(&archive)
	if err != nil {
		t.Fatal(err)
	}
	var got []packed
	for r := tar.NewReader(unzipped); ; {
		header, err := r.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, packed{header.Name, header.FileInfo().Mode().Perm(), header.ModTime.UTC()})
	}
	if !reflect.DeepEqual(got, wanted) {
		t.Errorf("%v", got)
	}
}

func TestZipHasTheSame(t *testing.T) {
	var archive bytes.Buffer
	if err := writeZip(&archive, folderOf(t, 0o600), someDay); err != nil {
		t.Fatal(err)
	}
	r, err := zip.NewReader(bytes.NewReader(archive.Bytes()), int64(archive.Len()))
	if err != nil {
		t.Fatal(err)
	}
	var got []packed
	for _, file := range r.File {
		got = append(got, packed{file.Name, file.Mode().Perm(), file.Modified.UTC()})
	}
	if !reflect.DeepEqual(got, wanted) {
		t.Errorf("%v", got)
	}
}

func TestAPlatformWithACompilerHasANeuralTwin(t *testing.T) {
	t.Setenv("CC_linux_arm64", "aarch64-linux-gnu-gcc")
	t.Setenv("CC_windows_arm64", "clang") // which onnxruntime is not packaged for
	r := &release{root: "../.."}
	all, err := r.platforms([]string{"windows/arm64", "linux/arm64"})
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, p := range all {
		names = append(names, p.String())
	}
	if want := []string{"windows_arm64", "linux_arm64", "linux_arm64_neural"}; !slices.Equal(names, want) {
		t.Error(names)
	}
	if _, err := r.platforms([]string{"plan9/amd64"}); err == nil {
		t.Error("plan9 is no platform of a release")
	}
}

func TestWhatHasNoValueStaysBlank(t *testing.T) {
	got := fill("v@VERSION@ @SHA256:linux_amd64@ @SHA256:darwin_arm64@ me@example", map[string]string{"@VERSION@": "1.2.3", "@SHA256:linux_amd64@": "abc"})
	if want := "v1.2.3 abc @SHA256:darwin_arm64@ me@example"; got != want {
		t.Error(got)
	}
}

// The SBOM of a release of this test binary must match the schema that comes with CycloneDX's
// library.
func TestSBOMFollowsItsSchema(t *testing.T) {
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	r := &release{out: t.TempDir(), work: t.TempDir(), version: "1.2.3", time: someDay, binaries: []string{binary}}
	neural := platform{os: "linux", arch: "amd64", neural: true}
	cache := filepath.Join(r.work, "cache", neural.String())
	sum := strings.Repeat("0a", 32)
	for name, content := range map[string]string{
		"models/m/model.json":                    `{"name": "m", "files": [{"name": "model.onnx", "sha256": "` + sum + `"}]}`,
		"onnxruntime/1.24.3/libonnxruntime.so.1": "library",
	} {
		if err := writeFile(filepath.Join(cache, name), []byte(content)); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.writeSBOM([]platform{neural}); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(r.sbomPath())
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	bom, err := jsonschema.UnmarshalJSON(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := cycloneDXSchema(t).Validate(bom); err != nil {
		t.Error(err)
	}
	text, _ := os.ReadFile(r.sbomPath())
	for _, want := range []string{"pkg:golang/std@", "pkg:golang/github.com/CycloneDX/cyclonedx-go@", `"model:m"`, sum, `"onnxruntime:linux/x64"`} {
		if !bytes.Contains(text, []byte(want)) {
			t.Errorf("no %s", want)
		}
	}
}

func cycloneDXSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/CycloneDX/cyclonedx-go").Output()
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(strings.TrimSpace(string(out)), "schema")
	compiler := jsonschema.NewCompiler()
	for name, file := range map[string]string{"bom-1.6": "bom-1.6.schema.json", "spdx": "spdx.schema.json", "jsf-0.82": "jsf-0.82.schemax.json"} {
		raw, err := os.Open(filepath.Join(folder, file))
		if err != nil {
			t.Fatal(err)
		}
		defer raw.Close()
		schema, err := jsonschema.UnmarshalJSON(raw)
		if err == nil {
			err = compiler.AddResource("http://cyclonedx.org/schema/"+name+".schema.json", schema)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	schema, err := compiler.Compile("http://cyclonedx.org/schema/bom-1.6.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
