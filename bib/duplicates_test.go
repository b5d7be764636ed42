package bib

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestDuplicateWorks(t *testing.T) {
	const paper = "@article{a, author = {Ann Miller}, title = {On {B}eing}, year = 2001, doi = {10.1000/x}}\n"
	tests := []struct {
		name, other string
		want        bool
	}{
		{"same DOI, written otherwise", "@misc{b, url = {https://doi.org/10.1000/X}}", true},
		{"same title, author and year", "@article{b, author = {Miller, A.}, title = {On being}, date = {2001-05}}", true},
		{"another DOI", "@article{b, author = {Miller, A.}, title = {On being}, year = 2001, doi = {10.1000/y}}", false},
		{"another year", "@article{b, author = {Miller, A.}, title = {On being}, year = 2002}", false},
		{"another author", "@article{b, author = {Smith, A.}, title = {On being}, year = 2001}", false},
		{"no author", "@article{b, title = {On being}, year = 2001}", false},
		{"a book of that title", "@book{b, author = {Miller, A.}, title = {On being}, year = 2001}", false},
		{"the same key", "@article{a, author = {Miller, A.}, title = {On being}, year = 2001}", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := Parse(paper + tt.other).DuplicateWorks(); (len(got) == 1) != tt.want {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestDuplicateKeys(t *testing.T) {
	got := Parse("@misc{a}@misc{b}@misc{A}@misc{a}@misc{,}@misc{,}@misc{a}").DuplicateKeys()
	if len(got) != 2 || got[0].First.Start != 0 || got[1].Entry.Start < got[0].Entry.Start {
		t.Errorf("got %+v", got)
	}
}

func TestMissingFields(t *testing.T) {
	tests := []struct{ src, want string }{
		{"@article{a, author={A}, title={T}, journal={J}, year=2001}", ""},
		{"@article{a, author={A}, title={T}, journaltitle={J}, date={2001-05}}", ""},
		{"@article{a, author={A}, title={}}", "title, journal or journaltitle, year or date"},
		{"@misc{a}", ""},
		{"@sometype{a}", ""},
		{"@book{a, editor={E}, title={T}, date={2001}}", ""},
		{"@inproceedings{a, author={A}, title={T}, crossref={v}}", ""},
		{"@inproceedings{a, author={A}, title={T}, crossref={v}}@proceedings{v, title={V}}", "year or date"},
	}
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, strings.Join(Parse(tt.src).Entries[0].Missing(), ", ")); diff != "" {
			t.Errorf("%s\n(-want +got)\n%s", tt.src, diff)
		}
	}
}
