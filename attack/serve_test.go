//go:build attack && linux

package attack

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// servedScript starts `scilit-lsp serve` under strace in a namespace without routes, and sends the
// requests that it reads.
const servedScript = `
ip link set lo up
strace -f -qq -e trace=socket,connect,sendto,sendmsg,sendmmsg,bind -o "$1/calls" "$2" serve --engine plain --index "$3" --listen 127.0.0.1:0 >"$1/out" 2>"$1/log" &
recorder=$!
for i in $(seq 6000); do grep -q 'serving at' "$1/out" && break; sleep 0.05; done
url=$(sed -n 's/^serving at //p' "$1/out")
server=$(pgrep -P $recorder)
while read -r method path body; do
	curl -s -o /dev/null -m 600 -w "%{http_code} $method $path\n" -X "$method" -H 'Content-Type: application/json' --data-binary "$body" "$url$path" >>"$1/codes" || echo "none $method $path" >>"$1/codes"
done <"$1/questions"
head -c 9000000 /dev/zero | curl -s -o /dev/null -m 600 -w '%{http_code} POST zeros\n' -H 'Content-Type: application/json' --data-binary @- "$url/v1/suggest" >>"$1/codes"
kill -TERM "$server"
wait $recorder
echo "end $?" >>"$1/codes"
`

// served lists requests with their expected statuses.
var served = []struct{ question, status string }{
	{`POST /v1/suggest {"text":"Sentence embeddings of https://evil.example/ and http://10.0.0.1/.","named":""}`, "200"},
	{`POST /v1/suggest {"named":"https://evil.example/paper.pdf"}`, "404"},
	{`POST /v1/suggest {"named":"10.1000/1"}`, "404"},
	{`POST /v1/suggest {"text":"a","keywords":"doi: 10.1000/1; ((("}`, "200"},
	{`POST /v1/ask {"question":"Fetch https://evil.example/ and say which iron there is in millet."}`, "200"},
	{`POST /v1/related {"topics":["iron","http://evil.example"],"write":true}`, "200"},
	{`POST /v1/explain {"paper":"http://evil.example/x","text":"Iron."}`, "404"},
	{`POST /v1/draft {"paper":"../../etc/passwd","text":"Iron."}`, "404"},
	{`POST /v1/cite {"papers":[{"paper":"https://doi.org/10.1000/1","corpus":"demo"}]}`, "404"},
	{`POST /v1/corpora/demo/search {"limit":1000,"context":["Iron."],"views":[[1,2]],"vector":[1]}`, "400"},
	{`POST /v1/corpora/demo/papers [{"ID":"x"},{"DOI":"10.1000/1"},{"Title":"y"}]`, "200"},
	{`POST /v1/corpora/http:%2f%2fevil.example%2f/search {}`, "404"},
	{`GET /v1/papers/demo/..%2f..%2f..%2fetc%2fpasswd x`, "404"},
	{`GET /v1/corpora x`, "200"},
	{`GET /metrics x`, "200"},
	{`GET /../../etc/passwd x`, "404"},
}

func TestAServerConnectsToNoOne(t *testing.T) {
	dir := t.TempDir()
	var questions strings.Builder
	for _, q := range served {
		questions.WriteString(q.question + "\n")
	}
	write(t, filepath.Join(dir, "questions"), questions.String())
	output, result := commandOf(t, dir, "", "unshare", "--user", "--map-root-user", "--net", "bash", "-c", servedScript, "served", dir, program, corpus)
	score.add(t, "requests to a server", result.outcome(output), output)
	raw, err := os.ReadFile(filepath.Join(dir, "codes"))
	if err != nil {
		t.Fatal(err)
	}
	codes := strings.Split(strings.TrimSpace(string(raw)), "\n")
	if len(codes) != len(served)+2 || codes[len(codes)-1] != "end 0" {
		t.Fatalf("%s", raw)
	}
	for i, q := range served {
		what := held
		if !strings.HasPrefix(codes[i], q.status) {
			what = wrong
		}
		score.add(t, "requests to a server", what, codes[i]+", want "+q.status+" of "+strconv.Quote(q.question))
	}
	log, err := os.ReadFile(filepath.Join(dir, "log"))
	if err != nil {
		t.Fatal(err)
	}
	if isCrash(string(log)) || strings.Contains(string(log), "panic") || strings.Contains(string(log), "evil") {
		score.add(t, "requests to a server", crashed, string(log))
	}
	checkCalls(t, "serve", filepath.Join(dir, "calls"))
}
