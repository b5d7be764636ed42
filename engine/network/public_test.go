package network

import (
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"testing"
)

func TestOnlyAddressesOfTheInternetArePublic(t *testing.T) {
	for address, want := range map[string]bool{
		"8.8.8.8": true, "128.84.21.199": true, "2606:4700::6810:1": true, "::ffff:8.8.8.8": true,
		"127.0.0.1": false, "10.1.2.3": false, "172.16.0.1": false, "192.168.1.1": false, "169.254.169.254": false, "100.64.0.1": false,
		"0.0.0.0": false, "::1": false, "::": false, "fe80::1": false, "fe80::1%eth0": false, "fd00::1": false, "::ffff:127.0.0.1": false, "224.0.0.1": false,
		"255.255.255.255": false, "64:ff9b::a00:1": false, "2002:7f00:1::": false, "::127.0.0.1": false, "ff02::1": false,
	} {
		if got := isPublic(netip.MustParseAddr(address)); got != want {
			t.Errorf("isPublic(%s) = %v", address, got)
		}
	}
}

// localhost stands for a public name that resolves to this machine.
func TestAPublicNameThatLeadsToThisMachineIsRefused(t *testing.T) {
	server := httptest.NewTLSServer(http.NotFoundHandler())
	defer server.Close()
	_, port, _ := strings.Cut(strings.TrimPrefix(server.URL, "https://"), ":")
	for _, host := range []string{"localhost", "127.0.0.1", "10.0.0.1", "[::1]"} {
		client := NewPublic(Public{Hosts: []string{strings.Trim(host, "[]")}})
		if _, err := client.Send(t.Context(), Request{URL: "https://" + host + ":" + port}); !errors.Is(err, ErrPrivate) {
			t.Errorf("%s: %v", host, err)
		}
	}
	if _, err := NewPublic(Public{}).Send(t.Context(), Request{URL: server.URL}); !errors.Is(err, ErrNotAllowed) {
		t.Error(err)
	}
	far := NewPublic(Public{Hosts: []string{"a.example"}, StandIn: "192.0.2.1:443"})
	if _, err := far.Send(t.Context(), Request{URL: "https://a.example"}); err == nil || !strings.Contains(err.Error(), "this machine") {
		t.Error(err)
	}
}

// standIn returns a client for which one TLS server replaces all hosts. The server's certificate is
// for example.com.
func standIn(t *testing.T, handler http.HandlerFunc, hosts ...string) *Client {
	server := httptest.NewTLSServer(handler)
	t.Cleanup(server.Close)
	roots := server.Client().Transport.(*http.Transport).TLSClientConfig.RootCAs
	return NewPublic(Public{Hosts: hosts, StandIn: server.Listener.Addr().String(), Roots: roots})
}

func TestARedirectTakesNoKeyToAnotherHost(t *testing.T) {
	var got http.Header
	client := standIn(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Host == "api.example.com" {
			http.Redirect(w, r, "https://www.example.com/next", http.StatusFound)
			return
		}
		got = r.Header
	}, "api.example.com", "www.example.com")
	answer, err := client.Send(t.Context(), Request{URL: "https://api.example.com/?api_key=secret&q=x", Header: map[string]string{"x-api-key": "secret", "Accept": "a/b"}})
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	for name, values := range got {
		if strings.Contains(strings.Join(values, " "), "secret") || name == "Referer" {
			t.Errorf("%s: %q", name, values)
		}
	}
	if got.Get("Accept") != "a/b" {
		t.Errorf("Accept is %q", got.Get("Accept"))
	}
}

func TestARedirectStaysOnTheHostsOfAService(t *testing.T) {
	for target, want := range map[string]error{
		"https://evil.example/": ErrNotAllowed, "http://api.example.com/": ErrRedirect, "https://127.0.0.1/": ErrNotAllowed,
		"https://10.0.0.1/": ErrNotAllowed, "https://api.example.com/": ErrRedirect, "file:///etc/passwd": ErrRedirect,
	} {
		asked := 0
		client := standIn(t, func(w http.ResponseWriter, r *http.Request) {
			asked++
			http.Redirect(w, r, target, http.StatusFound)
		}, "api.example.com")
		_, err := client.Send(t.Context(), Request{URL: "https://api.example.com/"})
		if !errors.Is(err, want) || asked > maxRedirects+1 || strings.Contains(err.Error(), "network.allow") {
			t.Errorf("%s: %v after %d requests", target, err, asked)
		}
	}
}

func TestAPublicClientPostsAndSpeaksHTTPSAlone(t *testing.T) {
	client := standIn(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		_, _ = w.Write([]byte(r.Method + " " + r.Header.Get("X-A") + " " + string(body)))
	}, "api.example.com")
	answer, err := client.Send(t.Context(), Request{URL: "https://api.example.com/", Header: map[string]string{"X-A": "b"}, Body: strings.NewReader("c")})
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if body, _ := io.ReadAll(answer.Body); string(body) != "POST b c" {
		t.Errorf("%q", body)
	}
	if _, err := client.Send(t.Context(), Request{URL: "http://api.example.com/"}); !errors.Is(err, ErrNotAllowed) {
		t.Error(err)
	}
}
