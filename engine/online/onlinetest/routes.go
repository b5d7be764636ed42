package onlinetest

import (
	"crypto/x509"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"strings"
)

// Routes adds the routes listed in a text. Each line has the host and path of a request, followed by
// the name of a recorded response or a status. Any further words must occur in the query.
//
//	export.arxiv.org/api/query arxiv/search-page1.atom.xml deep
//	api.crossref.org/works 500
func (w *World) Routes(text string) {
	w.t.Helper()
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 2 {
			w.t.Fatalf("a line of the world is %q", line)
		}
		status, err := strconv.Atoi(fields[1])
		if err != nil {
			w.Replay(fields[0], fields[1], fields[2:]...)
			continue
		}
		w.On(fields[0], func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(status) }, fields[2:]...)
	}
}

// Environment variables for the address of a World and the path of its certificate.
const (
	StandInVariable     = "TEST_STAND_IN"
	CertificateVariable = "TEST_CERTIFICATE"
)

// FromEnvironment returns the address and certificate of a World that another process serves.
// standIn is "" if the environment names none.
func FromEnvironment() (standIn string, roots *x509.CertPool, err error) {
	standIn = os.Getenv(StandInVariable)
	if standIn == "" {
		return "", nil, nil
	}
	certificate, err := os.ReadFile(os.Getenv(CertificateVariable))
	if err != nil {
		return "", nil, err
	}
	roots = x509.NewCertPool()
	if !roots.AppendCertsFromPEM(certificate) {
		return "", nil, fmt.Errorf("%s: no certificate", os.Getenv(CertificateVariable))
	}
	return standIn, roots, nil
}
