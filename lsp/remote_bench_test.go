package lsp

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
)

// addedDelay is the additional round-trip time to a remote server.
const addedDelay = 50 * time.Millisecond

// BenchmarkIndexElsewhere requests the same papers in turn from an index in this
// process, from the same index served by `scilit-lsp serve` on this machine, and
// from that server with a longer round trip.
func BenchmarkIndexElsewhere(b *testing.B) {
	near := servedIndex(b)
	editors := []struct{ name, indexes string }{
		{"local", ""}, {"loopback", near}, {"delayed", "http://" + delayed(b, strings.TrimPrefix(near, "http://"))},
	}
	players, times := make([]*player, len(editors)), make(map[string][]time.Duration)
	for i, e := range editors {
		players[i] = editorOf(b, e.indexes)
	}
	for m, source := range manuscripts(b, 100) {
		for turn := range editors {
			// alternate the order, because the first editor reads pages from disk for the others
			i := (m + turn) % len(editors)
			e, p, path := editors[i], players[i], filepath.Join(b.TempDir(), fmt.Sprint(i), "main.md")
			if err := p.Open(b.Context(), path, "markdown", source); err != nil {
				b.Fatal(err)
			}
			menu := benchMenu(b, p, path, strings.Index(source, " <!--"), times, e.name, m)
			if len(menu) == 0 {
				b.Fatalf("%s: no menu for %s", e.name, source)
			}
		}
	}
	for _, e := range editors {
		for _, step := range []string{"codeAction", "resolve"} {
			b.Run(step+"/"+e.name, func(b *testing.B) {
				for b.Loop() {
				}
				over := behind(times[step+e.name], times[step+"local"])
				percentiles(b, times[step+e.name])
				b.ReportMetric(over, "p50-over-local-ms")
			})
		}
	}
}

// behind returns the median of the differences between the times of the same steps, in
// milliseconds.
func behind(times, local []time.Duration) float64 {
	over := make([]time.Duration, min(len(times), len(local)))
	for i := range over {
		over[i] = times[i] - local[i]
	}
	slices.Sort(over)
	return float64(over[len(over)/2].Microseconds()) / 1000
}

// warmUp is the number of menus requested before times are measured.
const warmUp = 5

func benchMenu(b *testing.B, p *player, path string, offset int, times map[string][]time.Duration, name string, round int) (menu []*protocol.CodeAction) {
	var actions, resolves []time.Duration
	timed(b, &actions, func() (err error) { menu, err = p.Actions(b.Context(), path, offset); return err })
	if len(menu) > 0 {
		timed(b, &resolves, func() error {
			_, err := p.Conn.Call(b.Context(), protocol.MethodCodeActionResolve, menu[0], new(protocol.CodeAction))
			return err
		})
	}
	if round >= warmUp {
		times["codeAction"+name], times["resolve"+name] = append(times["codeAction"+name], actions...), append(times["resolve"+name], resolves...)
	}
	return menu
}

// editorOf returns an editor that uses the index at a URL, or the one in SCILIT_INDEX if the URL is
// empty.
func editorOf(b *testing.B, address string) *player {
	indexes := ""
	if address != "" {
		indexes = fmt.Sprintf(`,"indexes":[%q],"remote":{"manuscript":[%[1]q]}`, address)
	}
	p, _ := benchServerWith(b, fmt.Sprintf(`{"engine":%q%s}`, max(os.Getenv("SCILIT_ENGINE"), "auto"), indexes))
	if err := p.Conn.Notify(b.Context(), "initialized", map[string]any{}); err != nil {
		b.Fatal(err)
	}
	return p
}

// servedIndex returns the URL of a server that serves SCILIT_INDEX.
func servedIndex(b *testing.B) string {
	bin := os.Getenv("SCILIT_BIN")
	if bin == "" {
		b.Skip("SCILIT_BIN names no binary: run `make bench-remote`")
	}
	cmd := exec.Command(bin, "serve", "--listen", "127.0.0.1:0", "--engine", max(os.Getenv("SCILIT_ENGINE"), "auto"))
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { cmd.Process.Kill(); cmd.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return strings.TrimSpace(line[strings.LastIndex(line, "http"):])
}

// delayed returns the address of a proxy that forwards connections to another address with a delay.
func delayed(b *testing.B, to string) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { listener.Close() })
	go func() {
		for {
			here, err := listener.Accept()
			if err != nil {
				return
			}
			there, err := net.Dial("tcp", to)
			if err != nil {
				b.Error(err)
				return
			}
			go late(there, here)
			go late(here, there)
		}
	}()
	return listener.Addr().String()
}

// late forwards data after half of addedDelay.
func late(to io.WriteCloser, from io.Reader) {
	type piece struct {
		bytes []byte
		due   time.Time
	}
	pieces := make(chan piece, 1<<12)
	go func() {
		defer to.Close()
		for p := range pieces {
			time.Sleep(time.Until(p.due))
			if _, err := to.Write(p.bytes); err != nil {
				return
			}
		}
	}()
	defer close(pieces)
	for {
		buffer := make([]byte, 64<<10)
		n, err := from.Read(buffer)
		if n > 0 {
			pieces <- piece{buffer[:n], time.Now().Add(addedDelay / 2)}
		}
		if err != nil {
			return
		}
	}
}
