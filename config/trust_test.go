package config

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestAnswersAreRememberedByPathAndContent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "new", "trust.json")
	trust := NewTrust(path)
	if err := trust.Set("/a/scilit.toml", "1", IsTrusted); err != nil {
		t.Fatal(err)
	}
	if err := trust.Set("/b/scilit.toml", "1", IsIgnored); err != nil {
		t.Fatal(err)
	}
	if err := trust.SetMayEdit("/far/refs.bib", true); err != nil {
		t.Fatal(err)
	}
	again := NewTrust(path)
	for _, c := range []struct {
		path, sum string
		want      Verdict
	}{{"/a/scilit.toml", "1", IsTrusted}, {"/a/scilit.toml", "2", NotAsked}, {"/b/scilit.toml", "1", IsIgnored}, {"/c/scilit.toml", "1", NotAsked}} {
		if got := again.Of(c.path, c.sum); got != c.want {
			t.Errorf("%s %s: %q", c.path, c.sum, got)
		}
	}
	if !again.MayEdit("/far/refs.bib") || again.MayEdit("/far/other.bib") {
		t.Error("the wrong .bib may be edited")
	}
	if err := again.Set("/a/scilit.toml", "", NotAsked); err != nil || trust.Of("/a/scilit.toml", "1") != NotAsked {
		t.Error("what one process forgets another still trusts", err)
	}
	if err := again.SetMayEdit("/far/refs.bib", false); err != nil || trust.MayEdit("/far/refs.bib") {
		t.Error("the .bib may still be edited", err)
	}
}

func TestACorruptFileOfAnswersTrustsNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "trust.json")
	if err := NewTrust(path).Set("/a/scilit.toml", "1", IsTrusted); err != nil {
		t.Fatal(err)
	}
	whole, _ := os.ReadFile(path)
	for _, corrupt := range []string{
		"", "null", "[]", string(whole[:len(whole)-3]), string(whole) + "x", strings.Replace(string(whole), "1", "2", 1), strings.Repeat(" ", maxTrust) + string(whole),
	} {
		write(t, path, corrupt)
		if NewTrust(path).Of("/a/scilit.toml", "1") != NotAsked {
			t.Errorf("%.40q is believed", corrupt)
		}
	}
	if err := NewTrust(path).Set("/b/scilit.toml", "1", IsTrusted); err != nil || NewTrust(path).Of("/b/scilit.toml", "1") != IsTrusted {
		t.Error("a corrupt file is not replaced", err)
	}
}

func TestTheFileOfAnswersIsBounded(t *testing.T) {
	trust := NewTrust("")
	for i := range maxAnswers + 5 {
		if err := trust.Set(fmt.Sprint(i), "1", IsTrusted); err != nil {
			t.Fatal(err)
		}
	}
	if trust.Of("4", "1") != NotAsked || trust.Of("5", "1") != IsTrusted {
		t.Error("the oldest answers stay, or later ones go")
	}
}

func TestAnAnswerThatCannotBeSavedHoldsUntilTheEnd(t *testing.T) {
	occupied := filepath.Join(t.TempDir(), "file")
	write(t, occupied, "")
	trust := NewTrust(filepath.Join(occupied, "trust.json"))
	if err := trust.Set("/a/scilit.toml", "1", IsTrusted); err == nil {
		t.Error("no error")
	}
	if trust.Of("/a/scilit.toml", "1") != IsTrusted {
		t.Error("it is forgotten at once")
	}
	var none *Trust
	if none.Of("/a", "1") != NotAsked || none.MayEdit("/a") {
		t.Error("nothing trusts something")
	}
}
