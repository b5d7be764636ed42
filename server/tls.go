package server

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"sync/atomic"
)

// A keyPair is a TLS certificate and its key. It is read again when the files change.
type keyPair struct {
	watch fileWatch // watches the certificate and the key
	pair  atomic.Pointer[tls.Certificate]
}

func openKeyPair(cert, key string, log *slog.Logger) (*keyPair, error) {
	k := &keyPair{watch: fileWatch{paths: []string{cert, key}, log: log}}
	return k, k.reload()
}

func (k *keyPair) reload() error { return k.watch.load(k.read) }

func (k *keyPair) read() error {
	cert, key := k.watch.paths[0], k.watch.paths[1]
	if err := checkPrivate(key, othersAny); err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return fmt.Errorf("%s, %s: %w", cert, key, err)
	}
	k.pair.Store(&pair)
	return nil
}

// get implements tls.Config.GetCertificate.
func (k *keyPair) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	k.watch.refresh(k.read)
	return k.pair.Load(), nil
}
