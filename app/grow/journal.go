package grow

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/scilit-lsp/scilit-lsp/engine/online"
)

// An entry is one line of a journal. It has a date and one of the other fields.
type entry struct {
	Date  string `json:"date"` // in the form 2026-11-23
	Start *start `json:"start,omitempty"`

	Question *question `json:"question,omitempty"`
	Answer   *answer   `json:"answer,omitempty"`

	Harvested *harvestPage `json:"harvested,omitempty"`
	// Done means that the run is complete.
	Done bool `json:"done,omitempty"`

	// Found is the result of looking up a seed by its title. Its identifier is nil if no registry
	// has the seed.
	Found *seedMatch `json:"found,omitempty"`
	// Kept lists the keys of works that were chosen for the corpus.
	Kept []string `json:"kept,omitempty"`
	// Cited lists the keys of chosen works whose citing sentences arrived later. These works are
	// indexed again.
	Cited []string `json:"cited,omitempty"`
	// Changed lists the keys of chosen works whose records an update replaces.
	Changed []string `json:"changed,omitempty"`
	// Published is the number of chosen works in the index.
	Published int `json:"published,omitempty"`
	// Removed lists the IDs of papers that the user removed from the index.
	Removed []string `json:"removed,omitempty"`
}

// A start contains the seeds and goals of a run.
type start struct {
	Source string      `json:"source"`
	Seeds  []online.ID `json:"seeds,omitempty"`
	Titles []TitleSeed `json:"titles,omitempty"`
	Goals  Goals       `json:"goals"`
	From   string      `json:"from,omitempty"` // start date of the changes that an update requests
	// Harvest is the selection of a harvest, or nil if the corpus grows from seeds.
	Harvest *online.Harvest `json:"harvest,omitempty"`
}

type seedMatch struct {
	Title TitleSeed  `json:"title"`
	ID    *online.ID `json:"id,omitempty"`
}

// A place is the position of a record or citation in a journal.
type place struct {
	offset int64
	item   int32
}

// maxLine is the maximum size of a line in a journal, in bytes. It is large enough for a response
// of 16 MB.
const maxLine = 128 << 20

// A journal is the file in which a growing corpus records each response and each decision. If a
// process is killed, at most the line being written is lost.
type journal struct {
	file *os.File
	size int64
}

const (
	stateFolder = "grow"
	journalName = "journal.jsonl"
)

// openJournal opens the journal in a folder and passes its entries to replay. It removes an incomplete
// last line.
func openJournal(folder string, replay func(entry, int64) error) (*journal, error) {
	file, err := os.OpenFile(filepath.Join(folder, journalName), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	j := &journal{file: file}
	j.size, err = readJournal(file, file.Name(), replay)
	if err == nil {
		err = file.Truncate(j.size)
	}
	if err != nil {
		return nil, errors.Join(err, file.Close())
	}
	return j, nil
}

// readJournal passes the complete lines of a journal to replay and returns their total length.
func readJournal(file io.Reader, name string, replay func(entry, int64) error) (size int64, err error) {
	in := bufio.NewReaderSize(file, 1<<20)
	for n := 1; ; n++ {
		line, err := readLine(in)
		if errors.Is(err, io.EOF) {
			return size, nil
		}
		var e entry
		if err == nil {
			err = json.Unmarshal(line, &e)
		}
		if err == nil {
			if err = replay(e, size); isInterruption(err) {
				return size, err
			}
		}
		if err != nil {
			return size, fmt.Errorf("%s: line %d is damaged (%w): restore the file from a backup, or remove the "+
				"corpus folder and rebuild the corpus",
				name, n, err)
		}
		size += int64(len(line)) + 1
	}
}

// isInterruption reports whether a replay failed although the journal is intact: the source is
// disabled, the caller gave up, or another file could not be written.
func isInterruption(err error) bool {
	return online.KindOf(err) == online.Off || errors.As(err, new(*fs.PathError)) || errors.Is(err, context.Canceled) ||
		errors.Is(err, context.DeadlineExceeded)
}

// readLine returns a line without its line ending. The error is io.EOF if the line is incomplete.
func readLine(in *bufio.Reader) (line []byte, err error) {
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case err == nil:
			return bytes.TrimSuffix(line, []byte("\n")), nil
		case !errors.Is(err, bufio.ErrBufferFull):
			return nil, err
		case len(line) > maxLine:
			return nil, errors.New("it is longer than 128 MB")
		}
	}
}

// add appends an entry and returns its position. If writing fails, it removes the partial line.
func (j *journal) add(e entry) (at int64, err error) {
	line, err := json.Marshal(e)
	if err != nil {
		return 0, err
	}
	at = j.size
	_, err = j.file.WriteAt(append(line, '\n'), at)
	if err == nil {
		err = j.file.Sync()
	}
	if err != nil {
		return 0, errors.Join(err, j.file.Truncate(at))
	}
	j.size += int64(len(line)) + 1
	return at, nil
}

// entryAt returns the entry at a position.
func (j *journal) entryAt(offset int64) (e entry, err error) {
	line, err := readLine(bufio.NewReaderSize(io.NewSectionReader(j.file, offset, j.size-offset), 1<<16))
	if err != nil {
		return e, err
	}
	return e, json.Unmarshal(line, &e)
}

// record returns the record with the given number in an entry.
func (e entry) record(item int32) *online.Record {
	switch {
	case e.Answer != nil && int(item) < len(e.Answer.Nodes):
		return e.Answer.Nodes[item].Record
	case e.Harvested != nil && int(item) < len(e.Harvested.Records):
		return e.Harvested.Records[item]
	}
	return nil
}
