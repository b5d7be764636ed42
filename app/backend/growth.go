package backend

import (
	"context"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/scilit-lsp/scilit-lsp/app/wire"
	"github.com/scilit-lsp/scilit-lsp/config"
)

// Growth builds a corpus from bibliographies by following citations. Only Run sends requests.
type Growth interface {
	// Plan describes the requests that Run would send for the references in some files.
	Plan(ctx context.Context, files []string) (wire.GrowthPlan, error)
	// Run builds the corpus. It rejects a plan that no longer matches the files. It calls step
	// after each response.
	Run(ctx context.Context, plan wire.GrowthPlan, step func(wire.GrowthStep)) (wire.GrowthResult, error)
}

// grown is the name of the parent folder of the corpora that users build from their editors.
const grown = "grown"

// GrownCorpus returns the folder of the corpus that is built from a bibliography.
func GrownCorpus(bib string) (string, error) {
	parent, err := cacheFolder(grown)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256([]byte(filepath.Clean(bib)))
	name := strings.Map(func(r rune) rune {
		if r < ' ' || strings.ContainsRune(`/\:*?"<>|`, r) {
			return '-'
		}
		return r
	}, strings.TrimSuffix(filepath.Base(bib), filepath.Ext(bib)))
	return filepath.Join(parent, fmt.Sprintf("%s-%x", name, sum[:4])), nil
}

// grownCorpora returns the folders of the corpora that users built from their editors, if they can
// be searched.
func grownCorpora() (all []string) {
	parent, err := cacheFolder(grown)
	if err != nil {
		return nil
	}
	entries, _ := os.ReadDir(parent)
	for _, e := range entries {
		dir := filepath.Join(parent, e.Name())
		if _, err := os.Stat(filepath.Join(dir, "CURRENT")); err == nil {
			all = append(all, dir)
		}
	}
	return all
}

// LocalCorpora returns the folders of all corpora that are searched with the given settings.
func LocalCorpora(s config.Settings) []string {
	return slices.DeleteFunc(withKeptCorpora(s).Indexes, config.IsRemote)
}

// withKeptCorpora returns settings with the online corpus and the grown corpora added to the
// indexes.
func withKeptCorpora(s config.Settings) config.Settings {
	s = withOnlineCorpus(s)
	s.Indexes = slices.Clone(s.Indexes)
	for _, dir := range grownCorpora() {
		if !slices.Contains(s.Indexes, dir) {
			s.Indexes = append(s.Indexes, dir)
		}
	}
	return s
}
