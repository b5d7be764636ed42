package network

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
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
			t.Errorf("%q is taken for an address", address)
		}
	}
}

// A redirect would carry the body to another host, a key with it.
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
