package write

import (
	"bufio"
	"container/heap"
	"encoding/binary"
	"errors"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/scilit-lsp/scilit-lsp/engine/index/format"
)

// An inverter builds posting lists in bounded memory. It spills them to sorted runs, which are
// merged at the end.
type inverter struct {
	folder string // folder in which runs are written
	name   string // prefix of the file names of runs
	lists  map[string]*format.ListWriter
	bytes  int
	runs   []string
	plain  bool // writes plain lists; see format.ListWriter

	included []includedSource
}

// An includedSource provides posting lists whose documents come after those of one run and before
// those of the next.
type includedSource struct {
	after  int // number of runs that precede it
	source termSource
}

// include adds the lists of a source. Its documents must come after those added so far.
func (v *inverter) include(source termSource) error {
	err := v.spill()
	v.included = append(v.included, includedSource{len(v.runs), source})
	return err
}

// runMemory is the approximate size of the lists in memory, in bytes, at which they are spilled.
const runMemory = 96 << 20

// perTerm is the approximate memory in bytes that a term takes in addition to its text: map slot, list
// writer, slice header and unused capacity.
const perTerm = 120

func newInverter(folder, name string, plain bool) *inverter {
	return &inverter{folder: folder, name: name, lists: make(map[string]*format.ListWriter), plain: plain}
}

// add adds the terms of a paper. Papers must be added in ascending order.
func (v *inverter) add(doc uint32, terms []termCount) error {
	for _, t := range terms {
		list := v.lists[t.term]
		if list == nil {
			list = &format.ListWriter{Bytes: make([]byte, 0, 4), Plain: v.plain}
			v.lists[t.term] = list
			v.bytes += perTerm + len(t.term)
		}
		before := len(list.Bytes)
		list.Add(format.Posting{Doc: doc, Title: t.title, Abstract: t.abstract})
		v.bytes += len(list.Bytes) - before
	}
	if v.bytes < runMemory {
		return nil
	}
	return v.spill()
}

// spill writes the lists in memory to a run. The first gap of each list is counted from document 0.
// Documents in a later run come after those of an earlier one.
func (v *inverter) spill() error {
	if len(v.lists) == 0 {
		return nil
	}
	path := filepath.Join(v.folder, v.name+"-"+strconv.Itoa(len(v.runs)))
	v.runs = append(v.runs, path)
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(file, 1<<18)
	terms := slices.AppendSeq(make([]string, 0, len(v.lists)), maps.Keys(v.lists))
	slices.Sort(terms)
	for _, term := range terms {
		list := v.lists[term]
		header := binary.AppendUvarint(nil, uint64(len(term)))
		header = append(header, term...)
		header = binary.AppendUvarint(header, uint64(list.Count))
		header = binary.AppendUvarint(header, uint64(len(list.Bytes)))
		out.Write(header)
		out.Write(list.Bytes)
	}
	v.lists = make(map[string]*format.ListWriter)
	v.bytes = 0
	return errors.Join(out.Flush(), file.Close())
}

// merge calls use for each term with its complete posting list, in ascending order of terms. Then it
// removes the runs.
func (v *inverter) merge(use func(term string, count int, list []byte) error) error {
	if err := v.spill(); err != nil {
		return err
	}
	merger, err := openRuns(v.runs)
	if err != nil {
		return err
	}
	merger.plain = v.plain
	for i, in := range v.included {
		merger.sources = slices.Insert(merger.sources, in.after+i, in.source)
	}
	err = merger.each(use)
	for _, run := range merger.files {
		err = errors.Join(err, run.Close(), os.Remove(run.Name()))
	}
	return err
}

// A runMerger is a heap of runs with the lowest term on top. Runs at the same term are ordered by
// creation, and thus by document.
type runMerger struct {
	sources []termSource
	runs    []*runReader
	files   []*os.File
	plain   bool
}

// A termSource yields terms with their postings in ascending order of terms. It returns io.EOF at
// the end.
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
		whole := format.ListWriter{Plain: m.plain}
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
		if err := use(term, whole.Count, whole.Bytes); err != nil {
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

func (m *runMerger) Push(x any) { m.runs = append(m.runs, x.(*runReader)) }

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

// A runReader is a source together with its current term.
type runReader struct {
	source termSource
	number int
	term   string
	count  int
	list   []byte
}

// next advances to the next term. It returns false at the end.
func (r *runReader) next() (bool, error) {
	var err error
	r.term, r.count, r.list, err = r.source.next()
	if errors.Is(err, io.EOF) {
		return false, nil
	}
	return err == nil, err
}

// A fileRun reads a spilled run.
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

// appendTo appends the postings of this run to a list. If the list is empty, it reuses the bytes of
// the run.
func (r *runReader) appendTo(whole *format.ListWriter) {
	if whole.Count == 0 && !whole.Plain {
		last := format.ListReader{Bytes: r.list, Papers: math.MaxUint32}
		for _, ok := last.Read(); ok; _, ok = last.Read() {
		}
		whole.Bytes, whole.Count, whole.Next = r.list, r.count, last.Next
		return
	}
	list := format.ListReader{Bytes: r.list, Papers: math.MaxUint32, Plain: whole.Plain}
	for p, ok := list.Read(); ok; p, ok = list.Read() {
		whole.Add(p)
	}
}
