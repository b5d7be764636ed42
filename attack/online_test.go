//go:build attack && linux

package attack

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// recorderVariable is an environment variable that turns the test program into an HTTPS server
// that records requests. Its value is the folder of the certificate and of the record.
const recorderVariable = "ATTACK_RECORDER"

func init() {
	if dir := os.Getenv(recorderVariable); dir != "" {
		serveRecorder(dir)
	}
}

// recorderAddress is the address of all host names in the namespace. It is a public one, since the
// program refuses private ones.
const recorderAddress = "20.20.20.20"

// A request is a recorded HTTP request; Rest has its header and body.
type request struct {
	Host, Path, Query, Rest string
}

// serveRecorder records requests in dir and replies like Crossref.
func serveRecorder(dir string) {
	out, err := os.Create(filepath.Join(dir, "requests"))
	if err != nil {
		panic(err)
	}
	err = http.ListenAndServeTLS(":443", filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem"), http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		line, _ := json.Marshal(request{r.Host, r.URL.Path, r.URL.RawQuery, fmt.Sprint(r.Method, r.Header, string(body))})
		fmt.Fprintf(out, "%s\n", line)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"status":"ok","message":{"items":[{"DOI":"10.1000/1","type":"journal-article","title":["Sentence embeddings and their probes"],"author":[{"family":"Doe","given":"Ann"}],"issued":{"date-parts":[[2020]]}}]}}`)
	}))
	panic(err)
}

// certify writes a self-signed certificate for hosts and its key into dir.
func certify(t *testing.T, dir string, hosts ...string) {
	t.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), DNSNames: hosts,
		IsCA: true, BasicConstraintsValid: true, KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "cert.pem"), string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	write(t, filepath.Join(dir, "key.pem"), string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret})))
}

// namespace returns a command prefix for a network namespace in which all host names resolve to
// the recorder. It also logs socket calls.
func namespace(t *testing.T, dir string) []string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "inside.sh"), `set -e
dir=$1; self=$2; shift 2
ip link set lo up
ip addr add `+recorderAddress+`/32 dev lo
mount --bind "$dir/hosts" /etc/hosts
`+recorderVariable+`="$dir" "$self" &
recorder=$!
trap 'kill $recorder' EXIT
for i in $(seq 200); do grep -q ':01BB ' /proc/net/tcp /proc/net/tcp6 && break; sleep 0.05; done
export SSL_CERT_FILE="$dir/cert.pem"
strace -f -qq -e trace=socket,connect,sendto,sendmsg,sendmmsg,bind -o "$dir/calls" "$@" || code=$?
exit ${code:-0}
`)
	return []string{"unshare", "--user", "--map-root-user", "--net", "--mount", "sh", filepath.Join(dir, "inside.sh"), dir, self}
}

// requestsIn returns the recorded requests.
func requestsIn(t *testing.T, dir string) (all []request) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(dir, "requests"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(raw)) {
		var r request
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

var shownQuery = regexp.MustCompile(`(?m)^  to api\.crossref\.org: (.*)$`)

// secret is a claim. Only those of its words that become keywords may be sent.
const secret = "Our unpublished Zyzzogeton dataset shows that sentence embeddings learned by transformer language models surprisingly forget word order."

// TestOneSourceGetsWhatWasShownAlone turns on one source, and checks that only its host is
// contacted and that it receives only the words shown to the user.
func TestOneSourceGetsWhatWasShownAlone(t *testing.T) {
	dir := t.TempDir()
	certify(t, dir, "api.crossref.org", "export.arxiv.org", "doi.org", "evil.example")
	write(t, filepath.Join(dir, "hosts"), recorderAddress+" api.crossref.org export.arxiv.org doi.org evil.example\n")
	settings := "[online]\nsources = [\"crossref\"]\nask = \"never\"\n"
	for i, args := range [][]string{
		{"search", "--online", secret}, {"search", "--online", "--keywords", "sentence embeddings", secret},
		{"add", "--bib", "refs.bib", "10.1000/1"}, {"add", "--bib", "refs.bib", "Sentence embeddings and their probes"},
	} {
		home := filepath.Join(dir, fmt.Sprint("home", i))
		write(t, filepath.Join(home, "config", "scilit-lsp", "scilit.toml"), settings)
		inside := append(namespace(t, dir), "env", "HOME="+home, "XDG_CONFIG_HOME="+filepath.Join(home, "config"), "SCILIT_CACHE="+filepath.Join(home, "cache"), program)
		output, result := commandOf(t, dir, "", append(inside, args...)...)
		name := args[0] + " " + args[1]
		score.add(t, "online", result.outcome(output), name)
		if result.code != 0 {
			t.Fatalf("%s: %s", name, output)
		}
		onlyShown(t, dir, name, output)
	}
}

// onlyShown checks that the recorded requests contain only the query printed in output.
func onlyShown(t *testing.T, dir, name, output string) {
	t.Helper()
	shown := shownQuery.FindStringSubmatch(output)
	if shown == nil {
		t.Fatalf("%s shows nothing: %s", name, output)
	}
	found := requestsIn(t, dir)
	if len(found) == 0 {
		t.Fatalf("%s: the recorder saw nothing: %s", name, output)
	}
	for _, r := range found {
		result := held
		if r.Host != "api.crossref.org" || beyond(r, shown[1]) != "" {
			result = wrong
		}
		score.add(t, "online", result, fmt.Sprintf("%s: beyond what was shown: %s: %+v", name, beyond(r, shown[1]), r))
	}
	calls, err := os.ReadFile(filepath.Join(dir, "calls"))
	if err != nil {
		t.Fatal(err)
	}
	for _, address := range internetAddress.FindAllString(string(calls), -1) {
		result := held
		if !strings.Contains(address, `"`+recorderAddress+`"`) {
			result = wrong
		}
		score.add(t, "online", result, name+": "+address)
	}
}

// parameters matches the query parameters that carry no data of the user.
var parameters = regexp.MustCompile(`^rows=\d+$`)

// beyond returns the parts of a request that were not shown to the user.
func beyond(r request, shown string) string {
	rest := r.Path + "&" + r.Query
	for _, known := range []string{"/works", "query.bibliographic=" + escaped(shown), "/" + shown} {
		rest = strings.ReplaceAll(rest, known, "")
	}
	var left []string
	for part := range strings.SplitSeq(rest, "&") {
		if part != "" && !parameters.MatchString(part) {
			left = append(left, part)
		}
	}
	for _, word := range strings.Fields(strings.ToLower(secret)) {
		if word = strings.Trim(word, "."); len(word) > 4 && strings.Contains(strings.ToLower(r.Rest), word) {
			left = append(left, word)
		}
	}
	return strings.Join(left, " ")
}

// escaped returns s as a URL query encodes it.
func escaped(s string) string { return strings.ReplaceAll(s, " ", "+") }
