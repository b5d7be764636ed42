package files

import "os"

// Writable returns the reason why an existing regular file cannot be opened for writing, or nil if it
// can. It follows links, as editors do on saving, and never waits for a pipe.
func Writable(path string) error {
	file, err := openChecked(writing, path, os.O_WRONLY)
	if err != nil {
		return err
	}
	return file.Close()
}
