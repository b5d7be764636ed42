//go:build unix

package config

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestAPipeInThePlaceOfSettingsIsNotWaitedFor(t *testing.T) {
	dir := workspace(t, "")
	path := filepath.Join(dir, FileName)
	os.Remove(path)
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Fatal(err)
	}
	l := Load(Sources{Roots: []string{dir}})
	if len(l.Problems) != 1 || !strings.Contains(l.Problems[0].Error(), "not a regular file") {
		t.Errorf("%v", l.Problems)
	}
}

func TestAnswersThatOthersCouldWriteCountForNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scilit-lsp", "trust.json")
	if err := NewTrust(path).Set("/x/scilit.toml", "1", IsTrusted); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if NewTrust(path).Of("/x/scilit.toml", "1") != NotAsked {
		t.Error("it is trusted")
	}
	if err := NewTrust(path).Set("/y/scilit.toml", "2", IsTrusted); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Error(info.Mode(), err)
	}
	if again := NewTrust(path); again.Of("/x/scilit.toml", "1") != NotAsked || again.Of("/y/scilit.toml", "2") != IsTrusted {
		t.Error("what another user wrote came back")
	}
}
