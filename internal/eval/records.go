package eval

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"

	"github.com/klauspost/compress/gzip"
)

// Records yields the JSON values in a file, which may be compressed. Errors name the file and the
// number of the record.
func Records[T any](path string) iter.Seq2[T, error] { return recordsIn[T](path, "record") }

// recordsIn is like Records. unit is the name of a record in errors.
func recordsIn[T any](path, unit string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		file, err := os.Open(path)
		if err != nil {
			yield(*new(T), err)
			return
		}
		defer file.Close()
		for value, err := range recordsOf[T](file, unit) {
			if err != nil {
				err = fmt.Errorf("%s: %w", path, err)
			}
			if !yield(value, err) {
				return
			}
		}
	}
}

// recordsOf yields the JSON values that r contains, compressed or not. It ends after an error,
// which names the unit and the number of the value.
func recordsOf[T any](r io.Reader, unit string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		in := bufio.NewReader(r)
		if magic, _ := in.Peek(2); string(magic) == "\x1f\x8b" {
			unzipped, err := gzip.NewReader(in)
			if err != nil {
				yield(*new(T), err)
				return
			}
			in = bufio.NewReader(unzipped)
		}
		decoder := json.NewDecoder(in)
		for number := 1; ; number++ {
			var value T
			err := decoder.Decode(&value)
			if errors.Is(err, io.EOF) {
				return
			}
			if err != nil {
				err = fmt.Errorf("%s %d: %w", unit, number, err)
			}
			if !yield(value, err) || err != nil {
				return
			}
		}
	}
}

// ReadRecords reads all JSON values that r contains, compressed or not.
func ReadRecords[T any](r io.Reader) ([]T, error) { return Collect(recordsOf[T](r, "record")) }

// Collect returns the values of a sequence, or its first error.
func Collect[T any](values iter.Seq2[T, error]) (all []T, err error) {
	for value, err := range values {
		if err != nil {
			return nil, err
		}
		all = append(all, value)
	}
	return all, nil
}

// WriteRecords writes values as JSON, one per line.
func WriteRecords[T any](w io.Writer, all []T) error {
	out := json.NewEncoder(w)
	for _, value := range all {
		if err := out.Encode(value); err != nil {
			return err
		}
	}
	return nil
}

// A Progress is called after each item that a measurement has processed. It may be nil.
type Progress func()

func (p Progress) step() {
	if p != nil {
		p()
	}
}
