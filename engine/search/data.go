package search

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
)

const dataFormat = 1

// builtIn reads weights that are part of the binary, once.
func builtIn[T any](name string, data []byte) func() T {
	return sync.OnceValue(func() T {
		value, err := readData[T](data)
		if err != nil {
			panic("search: " + name + ": " + err.Error()) // the binary itself is broken
		}
		return value
	})
}

// readData refuses fields that the program does not know: they would count nothing.
func readData[T any](data []byte) (value T, err error) {
	var file struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return value, err
	}
	if file.Format != dataFormat {
		return value, fmt.Errorf("format %d, this program reads format %d", file.Format, dataFormat)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return value, decoder.Decode(&value)
}
