package server_test

import (
	"crypto/sha256"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/server"
)

func TestATokenFileIsReadLineByLine(t *testing.T) {
	hash := strings.Repeat("0f", sha256.Size)
	for name, test := range map[string]struct{ lines, want string }{
		"names and limits":     {"# all\n\nalice " + hash + "  # of the lab\nbob " + hash + " rate=2.5 concurrent=1 papers=10 body=64 burst=3", ""},
		"no hash":              {"alice", "tokens:1: the token's hash must follow its name: remove this line, and run `scilit-lsp token alice`"},
		"the token itself":     {"\nalice scilit_ABC", "tokens:2: the name must be followed by the token's SHA-256 hash"},
		"a short hash":         {"alice 0f0f", "tokens:1: the name must be followed by the token's SHA-256 hash"},
		"no name":              {"\x1b[31m " + hash, "tokens:1: a line must begin with a token's name"},
		"a name twice":         {"a " + hash + "\na " + hash, "tokens:2: another token has the same name"},
		"an unknown limit":     {"a " + hash + " speed=3", `tokens:1: "speed=3" is not a valid limit: the limits and their defaults are rate=20`},
		"a limit of nothing":   {"a " + hash + " concurrent=0", "is not a valid limit"},
		"a limit of no number": {"a " + hash + " rate=NaN", "is not a valid limit"},
		"half a paper":         {"a " + hash + " papers=1.5", "is not a valid limit"},
		"too many papers":      {"a " + hash + " papers=1000", "is not a valid limit"},
		"a line without end":   {"a " + strings.Repeat("0", 1<<17), "tokens:1: "},
	} {
		all, err := server.ParseTokens("tokens", []byte(test.lines))
		switch {
		case test.want == "" && (err != nil || len(all) != 2 || all[1].Limits != server.Limits{Rate: 2.5, Burst: 3, Concurrent: 1, Papers: 10, Body: 64 << 10}):
			t.Errorf("%s: %+v, %v", name, all, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzTokens(f *testing.F) {
	f.Add([]byte("# all\nalice " + strings.Repeat("0f", sha256.Size) + " rate=2 burst=3 # of the lab\n"))
	f.Add([]byte("a b c=\n"))
	f.Fuzz(func(t *testing.T, raw []byte) {
		all, err := server.ParseTokens("tokens", raw)
		for _, token := range all {
			l := token.Limits
			if err != nil || !server.NameOfToken.MatchString(token.Name) || !(l.Rate > 0) || l.Burst < 1 || l.Concurrent < 1 || l.Papers < 1 || l.Papers > 100 || l.Body < 1 || l.Body > 4<<20 {
				t.Errorf("%+v, %v", token, err)
			}
		}
	})
}

func TestOnlyWhoHasATokenIsAnswered(t *testing.T) {
	path, alice, _ := tokenFile(t, "")
	d := open(t, server.Options{Engines: real(t), TokenFile: path})
	for given, status := range map[string]int{
		"Bearer " + alice: 200, "bearer " + alice: 200, "": 401, "Bearer ": 401, "Bearer scilit_" + strings.Repeat("A", 26): 401, alice: 401,
		"Basic " + alice: 401, "Bearer " + strings.ToLower(alice): 401, "Bearer " + alice + alice: 401, "Bearer " + strings.Repeat("A", 4000): 401,
	} {
		if got := d.ask(t, "GET", "/v1/corpora", "", "Authorization", given); got.StatusCode != status || status == 401 && got.Header.Get("WWW-Authenticate") == "" {
			t.Errorf("%.40q: %d %s", given, got.StatusCode, got.body)
		}
	}
	for path, status := range map[string]int{"/healthz": 200, "/readyz": 200, "/v1/openapi.json": 200, "/login": 200, "/login.css": 200, "/metrics": 401, "/v1/papers/biomed/x": 401} {
		if got := d.ask(t, "GET", path, ""); got.StatusCode != status {
			t.Errorf("%s: %d", path, got.StatusCode)
		}
	}
	if strings.Contains(d.log.String(), alice) {
		t.Error("a token is in the log")
	}
}

func TestGuessesBecomeSlow(t *testing.T) {
	path, alice, _ := tokenFile(t, "rate=1000")
	d := open(t, server.Options{Engines: real(t), TokenFile: path})
	seen := map[string]int{}
	for range 100 {
		seen[d.ask(t, "GET", "/v1/corpora", "", "Authorization", "Bearer wrong").problem()]++
	}
	if seen["token"] < 20 || seen["guessing"] < 50 || len(seen) != 2 {
		t.Error(seen)
	}
	if got := d.ask(t, "GET", "/v1/corpora", "", "Authorization", "Bearer "+alice); got.StatusCode != 200 {
		t.Errorf("whoever has a token suffers from it: %d", got.StatusCode)
	}
}

func TestAChangeOfTheTokenFileCounts(t *testing.T) {
	path, alice, bob := tokenFile(t, "")
	d := open(t, server.Options{Engines: real(t), TokenFile: path})
	may := func(token string) bool {
		return d.ask(t, "GET", "/v1/corpora", "", "Authorization", "Bearer "+token).StatusCode == 200
	}
	write(t, path, server.Line("alice", alice)+"\n")
	if err := d.server.Reload(t.Context()); err != nil || !may(alice) || may(bob) {
		t.Errorf("%v: alice %t, bob %t", err, may(alice), may(bob))
	}
	write(t, path, "alice\n")
	if err := d.server.Reload(t.Context()); err == nil || !may(alice) {
		t.Errorf("%v: a broken file locks all out", err)
	}
}

func TestATokenFileIsItsOwnersAlone(t *testing.T) {
	path, _, _ := tokenFile(t, "")
	for mode, private := range map[os.FileMode]bool{0o600: true, 0o400: true, 0o640: true, 0o644: false, 0o660: false, 0o602: false} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		_, err := server.New(server.Options{Engines: real(t), TokenFile: path})
		if private != (err == nil) || err != nil && !strings.Contains(err.Error(), "chmod 600") {
			t.Errorf("%04o: %v", mode, err)
		}
	}
	if _, err := server.New(server.Options{Engines: real(t), TokenFile: filepath.Join(t.TempDir(), "none")}); err == nil {
		t.Error("a server without its token file lets anybody in")
	}
}

func TestABrowserGivesItsTokenOnce(t *testing.T) {
	path, alice, _ := tokenFile(t, "")
	page := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.Write([]byte("the page")) })
	d := open(t, server.Options{Engines: real(t), TokenFile: path, Page: page})
	led := d.ask(t, "GET", "/paper/biomed/x?a=b", "", "Accept", "text/html")
	if to := led.Header.Get("Location"); led.StatusCode != 303 || to != "/login?next=%2Fpaper%2Fbiomed%2Fx%3Fa%3Db" {
		t.Fatalf("%d %s", led.StatusCode, to)
	}
	if form := d.ask(t, "GET", led.Header.Get("Location"), ""); !strings.Contains(form.body, `name="next" value="/paper/biomed/x?a=b"`) {
		t.Error(form.body)
	}
	login := func(token, next string) reply {
		return d.ask(t, "POST", "/login", url.Values{"token": {token}, "next": {next}}.Encode(), "Content-Type", "application/x-www-form-urlencoded")
	}
	if wrong := login("x", "/"); wrong.StatusCode != 401 || wrong.Header.Get("Set-Cookie") != "" || !strings.Contains(wrong.body, "token is not valid") {
		t.Errorf("%d %s", wrong.StatusCode, wrong.body)
	}
	in := login(alice, "/paper/biomed/x?a=b")
	cookie, _, _ := strings.Cut(in.Header.Get("Set-Cookie"), ";")
	for _, want := range []string{"HttpOnly", "SameSite=Strict", "Path=/"} {
		if !strings.Contains(in.Header.Get("Set-Cookie"), want) || strings.Contains(cookie, alice) {
			t.Error(in.Header.Get("Set-Cookie"))
		}
	}
	if to := in.Header.Get("Location"); in.StatusCode != 303 || to != "/paper/biomed/x?a=b" {
		t.Errorf("%d %s", in.StatusCode, to)
	}
	if got := d.ask(t, "GET", "/", "", "Cookie", cookie); got.body != "the page" {
		t.Errorf("%d %s", got.StatusCode, got.body)
	}
	d.ask(t, "POST", "/logout", "", "Cookie", cookie)
	if got := d.ask(t, "GET", "/", "", "Cookie", cookie); got.StatusCode != 401 {
		t.Errorf("after the end of the session: %d", got.StatusCode)
	}
	again, _, _ := strings.Cut(login(alice, "/").Header.Get("Set-Cookie"), ";")
	write(t, path, "# nobody\n")
	d.server.Reload(t.Context())
	if got := d.ask(t, "GET", "/", "", "Cookie", again); got.StatusCode != 401 {
		t.Errorf("a session outlives its token: %d", got.StatusCode)
	}
}

func TestTheFormLeadsNowhereElse(t *testing.T) {
	path, alice, _ := tokenFile(t, "")
	d := open(t, server.Options{Engines: real(t), TokenFile: path})
	for next, want := range map[string]string{
		"/ask?q=1": "/ask?q=1", "": "/", "https://evil.example/": "/", "//evil.example/": "/", `/\evil.example`: "/", "javascript:alert(1)": "/", "/\t/evil.example": "/", "evil": "/", "/%0d%0aX: y": "/%0d%0aX: y",
	} {
		got := d.ask(t, "POST", "/login", url.Values{"token": {alice}, "next": {next}}.Encode(), "Content-Type", "application/x-www-form-urlencoded")
		if to := got.Header.Get("Location"); got.StatusCode != 303 || to != want || got.Header.Get("X") != "" {
			t.Errorf("%q: %d %q, want %q", next, got.StatusCode, to, want)
		}
	}
}
