package main

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/scilit-lsp/scilit-lsp/app/backend"
	"github.com/scilit-lsp/scilit-lsp/app/literature"
	"github.com/scilit-lsp/scilit-lsp/engine/online/onlinetest"
	repositories "github.com/scilit-lsp/scilit-lsp/engine/online/sources"
)

// replayOnline redirects the online sources to the server of the test.
func replayOnline() {
	standIn, roots, err := onlinetest.FromEnvironment()
	if err != nil {
		panic(err)
	}
	if standIn == "" {
		return
	}
	literatureOf = func(w *backend.Builder) literature.Opener {
		return literature.Opener{Builder: w, Version: "test", StandIn: standIn, Roots: roots}
	}
}

func allHosts() (hosts []string) {
	for _, name := range repositories.Names() {
		source, _ := repositories.Find(name)
		hosts = append(hosts, source.Contacts()...)
	}
	slices.Sort(hosts)
	return slices.Compact(hosts)
}

// worldKey is the key under which a script stores its recorded responses.
type worldKey struct{}

// TestOnlinePlays runs scripts of commands that query online sources, which are replaced by
// recorded responses. Scripts have these additional commands:
//
//	replay ADDRESS REPLY [WORD...]   serve a recorded response to queries that contain the words
//	say ADDRESS STATUS TYPE FILE     serve a file; a header follows as NAME=VALUE
//	cut ADDRESS                      close each connection
//	invent FOLDER                    serve a synthetic literature, and write a manuscript that cites it
//	requests FILE                    write the requests so far, one URL per line
func TestOnlinePlays(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:   "testdata/online",
		Setup: func(env *testscript.Env) error { return setWorld(t, env) },
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"replay": func(ts *testscript.TestScript, _ bool, args []string) {
				worldOf(ts).Replay(args[0], args[1], args[2:]...)
			},
			"say":    say,
			"invent": func(ts *testscript.TestScript, _ bool, args []string) { worldOf(ts).Invent(ts.MkAbs(args[0])) },
			"cut": func(ts *testscript.TestScript, _ bool, args []string) {
				worldOf(ts).On(args[0], func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
			},
			"requests": func(ts *testscript.TestScript, _ bool, args []string) {
				lines := ""
				for _, line := range worldOf(ts).Requests() {
					lines += line + "\n"
				}
				ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(lines), 0o600))
			},
		},
	})
}

func setWorld(t *testing.T, env *testscript.Env) error {
	w := onlinetest.New(t, allHosts()...)
	env.Values[worldKey{}] = w
	certificate := filepath.Join(env.WorkDir, "certificate.pem")
	if err := os.WriteFile(certificate, w.PEM, 0o600); err != nil {
		return err
	}
	for name, value := range map[string]string{
		onlinetest.StandInVariable: w.Addr(), onlinetest.CertificateVariable: certificate, "HOME": env.WorkDir,
		"SCILIT_INDEX": "",
		"SCILIT_CACHE": env.WorkDir + "/cache", "XDG_CONFIG_HOME": env.WorkDir + "/config",
		"XDG_STATE_HOME": env.WorkDir + "/state",
	} {
		env.Setenv(name, value)
	}
	return nil
}

func worldOf(ts *testscript.TestScript) *onlinetest.World {
	return ts.Value(worldKey{}).(*onlinetest.World)
}

func say(ts *testscript.TestScript, _ bool, args []string) {
	status, err := strconv.Atoi(args[1])
	ts.Check(err)
	body := ts.ReadFile(args[3])
	worldOf(ts).On(args[0], func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", args[2])
		for _, header := range args[4:] {
			name, value, _ := strings.Cut(header, "=")
			rw.Header().Set(name, value)
		}
		rw.WriteHeader(status)
		fmt.Fprint(rw, body)
	})
}
