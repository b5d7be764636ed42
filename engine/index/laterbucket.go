package index

import (
	"bufio"
	"errors"
	"io"
	"os"
)

// A laterBucket keeps the blocks of a bucket in a file until the bucket before it is
// written: see bulkDB.
type laterBucket struct {
	name  []byte
	path  string
	block block
	file  *os.File
	out   *bufio.Writer
	kept  []keptBlock
}

type keptBlock struct {
	first string
	size  int
}

func (b *laterBucket) add(term string, count int, bytes []byte) error {
	b.block.add(term, count, bytes)
	if len(b.block.bytes) < blockSize {
		return nil
	}
	return b.keep()
}

func (b *laterBucket) keep() (err error) {
	if len(b.block.bytes) == 0 {
		return nil
	}
	if b.file == nil {
		if b.file, err = os.Create(b.path); err != nil {
			return err
		}
		b.out = bufio.NewWriterSize(b.file, 1<<18)
	}
	_, err = b.out.Write(b.block.bytes)
	b.kept = append(b.kept, keptBlock{b.block.first, len(b.block.bytes)})
	b.block = block{}
	return err
}

// moveTo puts the blocks into a database, and removes the file.
func (b *laterBucket) moveTo(db *bulkDB) error {
	err := b.keep()
	if b.file == nil {
		return errors.Join(err, db.use(b.name))
	}
	if err == nil {
		err = b.copyTo(db)
	}
	return errors.Join(err, b.file.Close(), os.Remove(b.path))
}

func (b *laterBucket) copyTo(db *bulkDB) error {
	if err := b.out.Flush(); err != nil {
		return err
	}
	if _, err := b.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	in := bufio.NewReaderSize(b.file, 1<<18)
	for _, kept := range b.kept {
		raw := make([]byte, kept.size)
		if _, err := io.ReadFull(in, raw); err != nil {
			return err
		}
		if err := db.put(b.name, []byte(kept.first), raw); err != nil {
			return err
		}
	}
	return nil
}
