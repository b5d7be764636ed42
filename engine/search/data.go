package search

import (
	"bytes"
	"encoding/json"
	"fmt"
	"sync"
)

const dataFormat = 1

// builtIn returns a function that decodes embedded weights on its first call.
func builtIn[T any](name string, data []byte) func() T {
	return sync.OnceValue(func() T {
		value, err := readData[T](data)
		if err != nil {
			panic("search: " + name + ": " + err.Error()) // unreachable unless the embedded file is invalid
		}
		return value
	})
}

// readData decodes weights. It rejects unknown fields, since the program would ignore them.
func readData[T any](data []byte) (value T, err error) {
	var file struct {
		Format int `json:"format"`
	}
	if err := json.Unmarshal(data, &file); err != nil {
		return value, err
	}
	if file.Format != dataFormat {
		return value, fmt.Errorf("the file has format %d, but this program reads format %d", file.Format, dataFormat)
	}
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.DisallowUnknownFields()
	return value, decoder.Decode(&value)
}
