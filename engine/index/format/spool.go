package format

import (
	"bufio"
	"errors"
	"io"
	"os"
)

// A bucketSpool collects the blocks of a bucket in a temporary file while BulkDB writes the previous
// bucket.
type bucketSpool struct {
	name   []byte
	path   string
	block  block
	file   *os.File
	out    *bufio.Writer
	blocks []spooledBlock
}

type spooledBlock struct {
	first string
	size  int
}

func (b *bucketSpool) add(term string, count int, bytes []byte) error {
	b.block.add(term, count, bytes)
	if len(b.block.bytes) < blockSize {
		return nil
	}
	return b.flush()
}

func (b *bucketSpool) flush() (err error) {
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
	b.blocks = append(b.blocks, spooledBlock{b.block.first, len(b.block.bytes)})
	b.block = block{}
	return err
}

// moveTo writes the blocks to a database and removes the file.
func (b *bucketSpool) moveTo(db *BulkDB) error {
	err := b.flush()
	if b.file == nil {
		return errors.Join(err, db.use(b.name))
	}
	if err == nil {
		err = b.copyTo(db)
	}
	return errors.Join(err, b.file.Close(), os.Remove(b.path))
}

func (b *bucketSpool) copyTo(db *BulkDB) error {
	if err := b.out.Flush(); err != nil {
		return err
	}
	if _, err := b.file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	in := bufio.NewReaderSize(b.file, 1<<18)
	for _, kept := range b.blocks {
		raw := make([]byte, kept.size)
		if _, err := io.ReadFull(in, raw); err != nil {
			return err
		}
		if err := db.Put(b.name, []byte(kept.first), raw); err != nil {
			return err
		}
	}
	return nil
}
