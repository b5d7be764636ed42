package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/mapping"
	index "github.com/blevesearch/bleve_index_api"
)

const (
	best        = 150
	lexicalRuns = 3  // number of runs per query after a warm-up, of which the fastest counts
	perSize     = 24 // number of queries per index size
)

// lexical measures queries that match any of several terms, on the synthetic papers of
// BenchmarkLexical.
func lexical(dir string) error {
	folder := filepath.Join(dir, "bleve")
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	start := cpuSeconds()
	if err := build(folder, filepath.Join(dir, "papers.txt"), withFrequencies(), strings.Fields); err != nil {
		return err
	}
	fmt.Printf("bleve %s: built in %.1f s of CPU time, %d MB\n", version(), cpuSeconds()-start, size(folder)/1e6)
	raw, err := os.ReadFile(filepath.Join(dir, "queries.json"))
	if err != nil {
		return err
	}
	var asked map[int][][]string
	if err := json.Unmarshal(raw, &asked); err != nil {
		return err
	}
	opened, err := bleve.Open(folder)
	if err != nil {
		return err
	}
	defer opened.Close()
	for _, terms := range []int{3, 10, 40} {
		if err := askUnions(opened, terms, asked[terms]); err != nil {
			return err
		}
	}
	return nil
}

// withFrequencies returns a mapping that stores term frequencies and norms as well, which BM25
// needs.
func withFrequencies() mapping.IndexMapping {
	m := onlyPostings().(*mapping.IndexMappingImpl)
	m.DefaultMapping.Properties["terms"].Fields[0].SkipFreqNorm = false
	m.ScoringModel = index.BM25Scoring
	return m
}

func askUnions(opened bleve.Index, terms int, asked [][]string) error {
	var times []float64
	for _, words := range asked[:min(perSize, len(asked))] {
		took, err := quickest(opened, words)
		if err != nil {
			return err
		}
		times = append(times, 1e3*took)
	}
	slices.Sort(times)
	fmt.Printf(
		"%d terms: p50 %.2f ms, p95 %.2f ms of CPU time\n", terms, times[len(times)/2],
		times[len(times)*95/100],
	)
	return nil
}

func quickest(opened bleve.Index, words []string) (seconds float64, err error) {
	union := bleve.NewDisjunctionQuery()
	for _, word := range words {
		one := bleve.NewTermQuery(strings.ReplaceAll(word, " ", "_"))
		one.SetField("terms")
		if strings.Contains(word, " ") {
			one.SetBoost(.5)
		}
		union.AddQuery(one)
	}
	request := bleve.NewSearchRequestOptions(union, best, 0, false)
	var times []float64
	for range 1 + lexicalRuns {
		start := cpuSeconds()
		if _, err := opened.Search(request); err != nil {
			return 0, err
		}
		times = append(times, cpuSeconds()-start)
	}
	return slices.Min(times[1:]), nil
}
