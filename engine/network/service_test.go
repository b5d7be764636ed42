package network

import (
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
)

func TestAServiceIsOneHostAndPort(t *testing.T) {
	client, err := NewService(Service{URL: "https://models.example/v1"})
	if err != nil {
		t.Fatal(err)
	}
	for address, allowed := range map[string]bool{
		"https://models.example/v1/models": true, "https://MODELS.example:443": true,
		"https://models.example:8443": false, "http://models.example": false, "http://localhost": false, "https://evil.example": false,
	} {
		if err := client.Check(address); (err == nil) != allowed {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"", "models.example", "file:///etc/passwd", "http://", "%"} {
		if _, err := NewService(Service{URL: address}); err == nil {
			t.Errorf("%q is accepted as a URL", address)
		}
	}
}

// Following a redirect would send the body and the key to another host.
func TestAServiceFollowsNoRedirect(t *testing.T) {
	asked := 0
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked++ }))
	defer other.Close()
	server := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer server.Close()
	client, _ := NewService(Service{URL: server.URL})
	answer, err := client.Send(t.Context(), Request{URL: server.URL, Header: map[string]string{"Authorization": "Bearer secret"}, Body: strings.NewReader("private")})
	if err != nil || answer.Status != http.StatusTemporaryRedirect || asked > 0 {
		t.Fatalf("%+v, %v, other asked %d times", answer, err, asked)
	}
	answer.Body.Close()
	if _, err := client.Send(t.Context(), Request{URL: other.URL}); !errors.Is(err, ErrNotAllowed) {
		t.Error(err)
	}
}

func TestAServiceAsksForNothingPacked(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		_, _ = io.WriteString(w, r.Header.Get("Accept-Encoding"))
	}))
	defer server.Close()
	client, _ := NewService(Service{URL: server.URL})
	answer, err := client.Send(t.Context(), Request{URL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, _ := io.ReadAll(answer.Body); len(body) > 0 {
		t.Errorf("asked for %q", body)
	}
}

func TestLoopback(t *testing.T) {
	for address, want := range map[string]bool{
		"http://localhost:11434/v1": true, "http://127.0.0.1": true, "http://[::1]:8080": true,
		"http://localhost.evil.test": false, "http://10.0.0.1": false, "%": false, "http://127.0.0.1@evil.test": false,
	} {
		if IsLoopback(address) != want {
			t.Errorf("IsLoopback(%q) is not %v", address, want)
		}
	}
}

func TestAConnectionIsKeptWhereTheServiceSaysSo(t *testing.T) {
	var connections atomic.Int32
	protocols := make(chan string, 10)
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { protocols <- r.Proto }))
	server.EnableHTTP2 = true
	server.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateNew {
			connections.Add(1)
		}
	}
	server.StartTLS()
	defer server.Close()
	for _, kept := range []bool{true, false} {
		connections.Store(0)
		client, err := NewService(Service{URL: server.URL, Roots: server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs, Kept: kept})
		if err != nil {
			t.Fatal(err)
		}
		defer client.Close()
		for range 3 {
			answer, err := client.Send(t.Context(), Request{URL: server.URL, Body: strings.NewReader("x")})
			if err != nil {
				t.Fatal(err)
			}
			_, _ = io.Copy(io.Discard, answer.Body)
			answer.Body.Close()
			if protocol := <-protocols; kept && protocol != "HTTP/2.0" {
				t.Error(protocol)
			}
		}
		if n := connections.Load(); kept != (n == 1) {
			t.Errorf("kept is %v, and there were %d connections", kept, n)
		}
	}
}
