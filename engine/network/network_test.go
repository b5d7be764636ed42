package network_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/scilit-lsp/scilit-lsp/engine/network"
)

func TestOnlyLoopbackAndAllowedHosts(t *testing.T) {
	client := network.New([]string{"grobid.example", "other.example:8070"})
	for address, allowed := range map[string]bool{
		"http://localhost:8070":           true,
		"http://127.0.0.1":                true,
		"http://[::1]:8070/api":           true,
		"https://GROBID.example/x":        true,
		"http://grobid.example:1234":      true,
		"http://other.example:8070":       true,
		"http://other.example":            false,
		"http://notgrobid.example":        false,
		"http://grobid.example.evil.test": false,
		"http://localhost.evil.test":      false,
		"http://127.0.0.1.evil.test":      false,
		"http://192.168.1.5":              false,
		"http://0.0.0.0":                  false,
	} {
		err := client.Check(address)
		if allowed && err != nil || !allowed && !errors.Is(err, network.ErrNotAllowed) {
			t.Errorf("%s: %v", address, err)
		}
	}
	for _, address := range []string{"file:///etc/passwd", "localhost:8070", "http://", "%"} {
		if client.Check(address) == nil {
			t.Errorf("%s is accepted as a URL", address)
		}
	}
}

// A request to a host that is not allowed fails before any name is looked up, and so does a redirect
// from an allowed host.
func TestNoConnectionToOtherHosts(t *testing.T) {
	client := network.New(nil)
	if _, err := client.Post(t.Context(), "http://203.0.113.1/", "text/plain", strings.NewReader("secret")); !errors.Is(err, network.ErrNotAllowed) {
		t.Error(err)
	}
	server := httptest.NewServer(http.RedirectHandler("http://203.0.113.1/", http.StatusTemporaryRedirect))
	defer server.Close()
	if _, err := client.Post(context.Background(), server.URL, "text/plain", strings.NewReader("secret")); !errors.Is(err, network.ErrNotAllowed) {
		t.Error(err)
	}
}

func TestAProxyOfTheEnvironmentIsNotAsked(t *testing.T) {
	asked := false
	proxy := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { asked = true }))
	defer proxy.Close()
	t.Setenv("HTTP_PROXY", proxy.URL)
	server := httptest.NewServer(http.NotFoundHandler())
	defer server.Close()
	// Go never uses a proxy for loopback, so the test requests another allowed name.
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(server.URL, "http://"))
	_, err := network.New([]string{"nowhere.invalid"}).Post(t.Context(), "http://nowhere.invalid:"+port, "text/plain", strings.NewReader("x"))
	if err == nil || asked {
		t.Error(err, asked)
	}
}

func TestAnAnswerIsReadWithWhatItsHeaderSays(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Last-Modified-Version", r.Method+" 12")
	}))
	defer server.Close()
	answer, err := network.New(nil).Get(t.Context(), server.URL)
	if err != nil || answer.Status != 200 || answer.Header("Last-Modified-Version") != "GET 12" || answer.Header("Other") != "" {
		t.Errorf("%+v, %v", answer, err)
	}
	answer.Body.Close()
	if _, err := network.New(nil).Get(t.Context(), "http://203.0.113.1/"); !errors.Is(err, network.ErrNotAllowed) {
		t.Error(err)
	}
}
