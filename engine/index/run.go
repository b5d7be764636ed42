package index

import (
	"bufio"
	"container/heap"
	"encoding/binary"
	"errors"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// An inverter turns the terms of papers into posting lists in bounded memory:
// what does not fit is written to sorted runs, which are merged at the end.
type inverter struct {
	folder string // where runs go
	lists  map[string]*listWriter
	bytes  int
	runs   []string
	plain  bool // see plainlist.go
}

// runMemory is about how much memory the open lists may take.
const runMemory = 96 << 20

// perTerm is about what a term costs in memory besides its bytes: map slot,
// list writer, slice header, and the unused end of the slice.
const perTerm = 120

func newInverter(folder string, plain bool) *inverter {
	return &inverter{folder: folder, lists: make(map[string]*listWriter), plain: plain}
}

// add takes the terms of the next paper; papers come in ascending order.
func (v *inverter) add(doc uint32, terms []termCount) error {
	for _, t := range terms {
		list := v.lists[t.term]
		if list == nil {
			list = &listWriter{bytes: make([]byte, 0, 4), plain: v.plain}
			v.lists[t.term] = list
			v.bytes += perTerm + len(t.term)
		}
		before := len(list.bytes)
		list.add(posting{doc, t.title, t.abstract})
		v.bytes += len(list.bytes) - before
	}
	if v.bytes < runMemory {
		return nil
	}
	return v.spill()
}

// spill writes the open lists to a run. Posting lists of a later run start
// after those of an earlier one, with gaps counted from document 0.
func (v *inverter) spill() error {
	if len(v.lists) == 0 {
		return nil
	}
	path := filepath.Join(v.folder, "run-"+strconv.Itoa(len(v.runs)))
	v.runs = append(v.runs, path)
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<18)
	for _, term := range sortedKeys(v.lists) {
		list := v.lists[term]
		header := binary.AppendUvarint(nil, uint64(len(term)))
		header = append(header, term...)
		header = binary.AppendUvarint(header, uint64(list.count))
		header = binary.AppendUvarint(header, uint64(len(list.bytes)))
		out.Write(header)
		out.Write(list.bytes)
	}
	v.lists = make(map[string]*listWriter)
	v.bytes = 0
	return errors.Join(out.Flush(), file.Close())
}

func sortedKeys(lists map[string]*listWriter) []string {
	keys := make([]string, 0, len(lists))
	for term := range lists {
		keys = append(keys, term)
	}
	slices.Sort(keys)
	return keys
}

// merge hands each term with its whole posting list to use, in ascending
// order of terms, and removes the runs.
func (v *inverter) merge(use func(term string, count int, list []byte) error) error {
	if err := v.spill(); err != nil {
		return err
	}
	merger, err := openRuns(v.runs)
	if err != nil {
		return err
	}
	merger.plain = v.plain
	err = merger.each(use)
	for _, run := range merger.files {
		err = errors.Join(err, run.Close(), os.Remove(run.Name()))
	}
	return err
}

// A runMerger is a heap of runs, the one with the least term on top; of equal
// terms the earlier run, which has the lower document numbers.
type runMerger struct {
	sources []termSource
	runs    []*runReader
	files   []*os.File
	plain   bool
}

// A termSource yields terms in ascending order, each with how many postings it
// has and its posting list; io.EOF at the end.
type termSource interface {
	next() (term string, count int, list []byte, err error)
}

func openRuns(paths []string) (*runMerger, error) {
	m := &runMerger{}
	for _, path := range paths {
		file, err := os.Open(path)
		if err != nil {
			return nil, err
		}
		m.files = append(m.files, file)
		m.sources = append(m.sources, &fileRun{bufio.NewReaderSize(file, 1<<18)})
	}
	return m, nil
}

func (m *runMerger) each(use func(term string, count int, list []byte) error) error {
	if err := m.start(); err != nil {
		return err
	}
	for len(m.runs) > 0 {
		term := m.runs[0].term
		whole := listWriter{plain: m.plain}
		for len(m.runs) > 0 && m.runs[0].term == term {
			m.runs[0].appendTo(&whole)
			more, err := m.runs[0].next()
			if err != nil {
				return err
			}
			if more {
				heap.Fix(m, 0)
			} else {
				heap.Pop(m)
			}
		}
		if err := use(term, whole.count, whole.bytes); err != nil {
			return err
		}
	}
	return nil
}

func (m *runMerger) Len() int { return len(m.runs) }
func (m *runMerger) Less(i, j int) bool {
	a, b := m.runs[i], m.runs[j]
	return a.term < b.term || a.term == b.term && a.number < b.number
}
func (m *runMerger) Swap(i, j int) { m.runs[i], m.runs[j] = m.runs[j], m.runs[i] }
func (m *runMerger) Push(x any)    { m.runs = append(m.runs, x.(*runReader)) }
func (m *runMerger) Pop() any {
	last := m.runs[len(m.runs)-1]
	m.runs = m.runs[:len(m.runs)-1]
	return last
}

func (m *runMerger) start() error {
	for i, source := range m.sources {
		run := &runReader{source: source, number: i}
		more, err := run.next()
		if err != nil {
			return err
		}
		if more {
			m.runs = append(m.runs, run)
		}
	}
	heap.Init(m)
	return nil
}

// A runReader is a source at one of its terms.
type runReader struct {
	source termSource
	number int
	term   string
	count  int
	list   []byte
}

// next is false at the end.
func (r *runReader) next() (bool, error) {
	var err error
	r.term, r.count, r.list, err = r.source.next()
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return err == nil, err
}

// A fileRun is a run that an inverter spilled.
type fileRun struct{ in *bufio.Reader }

func (r *fileRun) next() (term string, count int, list []byte, err error) {
	raw, err := r.slice()
	if err != nil {
		return "", 0, nil, err
	}
	n, err := binary.ReadUvarint(r.in)
	if err != nil {
		return "", 0, nil, io.ErrUnexpectedEOF
	}
	list, err = r.slice()
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return string(raw), int(n), list, err
}

func (r *fileRun) slice() ([]byte, error) {
	n, err := binary.ReadUvarint(r.in)
	if err != nil {
		return nil, err
	}
	bytes := make([]byte, n)
	_, err = io.ReadFull(r.in, bytes)
	return bytes, err
}

// appendTo continues a list with this run's postings. Only the first gap
// depends on the postings before.
func (r *runReader) appendTo(whole *listWriter) {
	if whole.count == 0 && !whole.plain {
		last := listReader{bytes: r.list, papers: math.MaxUint32}
		for _, ok := last.read(); ok; _, ok = last.read() {
		}
		whole.bytes, whole.count, whole.next = r.list, r.count, last.next
		return
	}
	list := listReader{bytes: r.list, papers: math.MaxUint32, plain: whole.plain}
	for p, ok := list.read(); ok; p, ok = list.read() {
		whole.add(p)
	}
}
