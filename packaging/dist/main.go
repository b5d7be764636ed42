// Command dist builds a release: one archive per platform, an SBOM, SHA256SUMS, and the files for
// package managers with checksums. The same sources, compiler and version produce the same bytes.
//
//	go run . -root CHECKOUT -version 1.2.3 -time 1700000000 -out DIR [OS/ARCH...]
package main

import (
	"flag"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"time"
)

// allPlatforms lists the platforms for which a pure Go binary is built.
var allPlatforms = []string{"linux/amd64", "linux/arm64", "darwin/amd64", "darwin/arm64", "windows/amd64",
	"windows/arm64"}

// A release contains the options of a build and the paths of the files that it produces.
type release struct {
	root    string // path of the repository's checkout
	out     string // folder to which the archives are written
	work    string // folder with the unpacked contents of the archives: build/dist.work
	version string
	url     string    // base URL at which the archives will be published
	time    time.Time // modification time of every file in an archive

	binaries []string // paths of all built binaries
	archives []string // paths of the archives, in the order in which they were written
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("dist: ")
	r := &release{}
	flag.StringVar(&r.root, "root", "../..", "root of the checkout")
	flag.StringVar(&r.out, "out", "../../build/dist", "output folder; emptied first")
	flag.StringVar(&r.version, "version", "0.0.0-dev", "version of the release")
	flag.StringVar(&r.url, "url", "https://releases.invalid/scilit-lsp",
		"base URL from which the archives will be downloaded")
	seconds := flag.Int64("time", 0, "modification time of every file, in seconds since 1970")
	flag.Parse()
	r.time = time.Unix(*seconds, 0).UTC()
	platforms := flag.Args()
	if len(platforms) == 0 {
		platforms = allPlatforms
	}
	if err := r.make(platforms); err != nil {
		log.Fatal(err)
	}
}

func (r *release) make(names []string) (err error) {
	if r.root, err = filepath.Abs(r.root); err != nil {
		return err
	}
	if r.out, err = filepath.Abs(r.out); err != nil {
		return err
	}
	r.work = r.out + ".work"
	for _, folder := range []string{r.out, r.work} {
		if err := os.RemoveAll(folder); err != nil {
			return err
		}
		if err := os.MkdirAll(folder, 0o755); err != nil {
			return err
		}
	}
	all, err := r.platforms(names)
	if err != nil {
		return err
	}
	for _, step := range []func([]platform) error{r.build, r.writeNotices, r.document, r.pack, r.writeSBOM,
		r.fillTemplates, r.writeSums} {
		if err := step(all); err != nil {
			return err
		}
	}
	fmt.Printf("%s:\n", r.out)
	for _, path := range r.archives {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		fmt.Printf("  %6.1f MB  %s\n", float64(info.Size())/1e6, filepath.Base(path))
	}
	return nil
}
