package files

import (
	"context"
	"io/fs"
	"os"
)

// Stat returns the metadata of a regular file without opening it. It returns when ctx is done.
func Stat(ctx context.Context, path string) (fs.FileInfo, error) {
	return Call(ctx, path, func() (fs.FileInfo, error) {
		info, err := os.Stat(path)
		if err != nil {
			return nil, clarify(reading, path, err)
		}
		return info, regular(reading, path, info)
	})
}
