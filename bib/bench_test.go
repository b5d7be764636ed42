package bib

import (
	"fmt"
	"strings"
	"testing"
)

// largest is the number of entries in the largest libraries that users report. Their files are
// 25 MB in size.
const largest = 72_000

func BenchmarkParse(b *testing.B) {
	src := library(largest)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Parse(src)
	}
}

// BenchmarkNext measures a keystroke in the middle of a file. A typed brace leaves all following
// entries open.
func BenchmarkNext(b *testing.B) {
	src := string(library(largest))
	middle := strings.Index(src[len(src)/2:], "title = {") + len(src)/2 + len("title = {")
	for name, typed := range map[string]string{"letter": "x", "brace": "{", "key": "}, }\n@misc{new"} {
		b.Run(name, func(b *testing.B) {
			versions := []string{src, src[:middle] + typed + src[middle:], src[:middle] + typed + "y" + src[middle:]}
			f := Parse(src)
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				f = f.Next(versions[i%3])
			}
		})
	}
}

func BenchmarkFirstFind(b *testing.B) {
	src := library(largest)
	for _, w := range []Work{{DOI: "10.1/none"}, {Title: "None", Author: "Nobody"}} {
		b.Run(fmt.Sprintf("%+v", w), func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				f := Parse(src)
				b.StartTimer()
				f.Find(w)
			}
		})
	}
}

func BenchmarkFindAgain(b *testing.B) {
	f := Parse(library(largest))
	for b.Loop() {
		f.Find(Work{Title: "The BERT Approach Number 7 to Parsing & Tagging of Natural Language", Author: "Family7"})
	}
}

func BenchmarkNewKeyAndInsert(b *testing.B) {
	f := Parse(library(largest))
	for b.Loop() {
		f.Insert(martins, f.NewKey(martins, ""))
	}
}
