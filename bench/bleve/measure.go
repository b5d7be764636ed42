package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/blevesearch/bleve/v2"
	"github.com/blevesearch/bleve/v2/analysis/analyzer/keyword"
	"github.com/blevesearch/bleve/v2/mapping"
	bquery "github.com/blevesearch/bleve/v2/search/query"
)

// A result contains the measurements of one system for the tables of bench/peers.
type result struct {
	Version string    `json:"version"`
	Build   float64   `json:"build"` // CPU time of building the index, in seconds
	Bytes   int64     `json:"bytes"` // size of the index on disk, in bytes
	Times   []float64 `json:"times"` // median time of each query's runs, in seconds
	Counts  []uint64  `json:"counts"`
}

const (
	batch = 5000 // number of papers per segment
	merge = 20   // number of segments per merge
	runs  = 5    // number of runs per query after a warm-up
)

func measure(dir string) error {
	folder := filepath.Join(dir, "bleve")
	if err := os.RemoveAll(folder); err != nil {
		return err
	}
	start := cpuSeconds()
	if err := build(folder, filepath.Join(dir, "terms.tsv"), onlyPostings(),
		func(line string) []string { return strings.Split(line, "\t") }); err != nil {
		return err
	}
	r := result{Version: version(), Build: cpuSeconds() - start, Bytes: size(folder)}
	if err := ask(folder, filepath.Join(dir, "queries.jsonl"), &r); err != nil {
		return err
	}
	return json.NewEncoder(os.Stdout).Encode(r)
}

// cpuSeconds returns the CPU time used by this process, in seconds. Other work on the machine
// does not affect it.
func cpuSeconds() float64 {
	var used syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &used)
	return time.Duration(used.Utime.Nano() + used.Stime.Nano()).Seconds()
}

func version() string {
	info, _ := debug.ReadBuildInfo()
	for _, module := range info.Deps {
		if module.Path == "github.com/blevesearch/bleve/v2" {
			return module.Version
		}
	}
	return ""
}

// onlyPostings returns a mapping that stores only the terms of a paper, without positions and
// frequencies.
func onlyPostings() mapping.IndexMapping {
	terms := bleve.NewTextFieldMapping()
	terms.Analyzer = keyword.Name
	terms.Store, terms.IncludeTermVectors, terms.DocValues, terms.IncludeInAll = false, false, false, false
	terms.SkipFreqNorm = true
	paper := bleve.NewDocumentStaticMapping()
	paper.AddFieldMappingsAt("terms", terms)
	m := bleve.NewIndexMapping()
	m.DefaultMapping = paper
	return m
}

// build builds an index of the papers in a file, using bleve's bulk builder.
func build(folder, papers string, m mapping.IndexMapping, termsOf func(line string) []string) error {
	builder, err := bleve.NewBuilder(folder, m, map[string]any{"batchSize": batch, "mergeMax": merge})
	if err != nil {
		return err
	}
	return errors.Join(addAll(builder, papers, termsOf), builder.Close())
}

func addAll(builder bleve.Builder, papers string, termsOf func(line string) []string) error {
	file, err := os.Open(papers)
	if err != nil {
		return err
	}
	defer file.Close()
	lines := bufio.NewScanner(file)
	lines.Buffer(nil, 1<<24)
	for paper := 0; lines.Scan(); paper++ {
		if err := builder.Index(strconv.Itoa(paper), map[string]any{"terms": termsOf(lines.Text())}); err != nil {
			return err
		}
	}
	return lines.Err()
}

func size(folder string) (bytes int64) {
	filepath.WalkDir(folder, func(_ string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			if info, err := entry.Info(); err == nil {
				bytes += info.Size()
			}
		}
		return nil
	})
	return bytes
}

func ask(folder, queries string, r *result) error {
	index, err := bleve.Open(folder)
	if err != nil {
		return err
	}
	defer index.Close()
	file, err := os.Open(queries)
	if err != nil {
		return err
	}
	defer file.Close()
	for decoder := json.NewDecoder(file); ; {
		var q query
		if err := decoder.Decode(&q); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		request := bleve.NewSearchRequestOptions(allOf(q.Terms), 0, 0, false)
		request.Score = "none"
		times := make([]float64, 0, 1+runs)
		for range 1 + runs {
			start := time.Now()
			found, err := index.Search(request)
			if err != nil {
				return err
			}
			times = append(times, time.Since(start).Seconds())
			if len(times) == 1 {
				r.Counts = append(r.Counts, found.Total)
			}
		}
		r.Times = append(r.Times, median(times[1:]))
	}
}

func allOf(terms []string) bquery.Query {
	all := bleve.NewConjunctionQuery()
	for _, term := range terms {
		one := bleve.NewTermQuery(term)
		one.SetField("terms")
		all.AddQuery(one)
	}
	return all
}

func median(xs []float64) float64 {
	slices.Sort(xs)
	return xs[len(xs)/2]
}
