// Package weights decodes fitted weights: JSON that is embedded in the binary, and the JSON headers of
// binary files.
package weights

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
)

// Embedded returns a function that reads embedded weights on its first call. check may be nil.
func Embedded[T any](name string, data []byte, format int, check func(T) error) func() T {
	return sync.OnceValue(func() T {
		value, err := Read[T](data, format)
		if err == nil && check != nil {
			err = check(value)
		}
		if err != nil {
			panic(name + ": " + err.Error()) // unreachable unless the embedded file is invalid
		}
		return value
	})
}

// Read decodes weights of the given format. It rejects unknown fields, since the program would ignore them.
func Read[T any](data []byte, format int) (value T, err error) {
	var file struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return value, err
	}
	if file.Format != format {
		return value, fmt.Errorf("the file has format %d, but this program reads format %d", file.Format, format)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return value, decoder.Decode(&value)
}

// ReadHead decodes the first line of a binary file, which is JSON.
func ReadHead(in *bufio.Reader, head any) error {
	line, err := in.ReadBytes('\n')
	if err != nil {
		return fmt.Errorf("the first line cannot be read: %w", err)
	}
	if err := json.Unmarshal(line, head); err != nil {
		return fmt.Errorf("the first line is not valid JSON: %w", err)
	}
	return nil
}
