package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// ExpandHome puts the user's folder in the place of a ~ that no shell has replaced.
func ExpandHome(path string) string {
	if home, err := os.UserHomeDir(); err == nil && (path == "~" || strings.HasPrefix(path, "~/")) {
		return filepath.Join(home, path[1:])
	}
	return path
}

// absolute takes relative paths from folder, where that is not empty.
func absolute(folder string, paths []string) []string {
	all := make([]string, len(paths))
	for i, path := range paths {
		all[i] = absoluteOne(folder, path)
	}
	return all
}

func absoluteOne(folder, path string) string {
	path = ExpandHome(path)
	if path != "" && !IsRemote(path) && folder != "" && !filepath.IsAbs(path) {
		return filepath.Join(folder, path)
	}
	return path
}

// errRelative keeps what is loaded from being looked for in whatever workspace
// is open.
var errRelative = errors.New("a relative path would lead into whatever workspace is open: give the whole path")

// tidy completes a key that was just set. Relative paths of a file are taken
// from its folder, those of an editor (folder "") from where the server runs.
func (s *Settings) tidy(key, folder string) error {
	switch key {
	case "indexes":
		s.Indexes = absolute(folder, s.Indexes)
	case "library.folders":
		s.Library.Folders = absolute(folder, s.Library.Folders)
	case "library.path":
		s.Library.Path = absoluteOne(folder, s.Library.Path)
	case "bibFile":
		s.BibFile = ExpandHome(s.BibFile)
	case "bibFolders":
		s.BibFolders = absolute(folder, s.BibFolders)
		return allAbsolute(s.BibFolders)
	case "models":
		s.Models = absolute(folder, s.Models)
		return allAbsolute(s.Models)
	case "onnxruntime":
		s.ONNXRuntime = absoluteOne(folder, s.ONNXRuntime)
		return allAbsolute([]string{s.ONNXRuntime})
	case "online.sources":
		s.Online.tidy()
	case "llm.keyCommand":
		return s.LLM.tidy()
	case "remote.tokenCommand":
		return s.Remote.tidy()
	case "server.tokenFile":
		s.Server.TokenFile = absoluteOne(folder, s.Server.TokenFile)
	case "server.tlsCert":
		s.Server.TLSCert = absoluteOne(folder, s.Server.TLSCert)
	case "server.tlsKey":
		s.Server.TLSKey = absoluteOne(folder, s.Server.TLSKey)
	case "citeCommand":
		s.CiteCommand = strings.TrimPrefix(s.CiteCommand, `\`)
	}
	return nil
}

func allAbsolute(paths []string) error {
	for _, path := range paths {
		if path != "" && !filepath.IsAbs(path) {
			return errRelative
		}
	}
	return nil
}
