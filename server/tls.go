package server

import (
	"crypto/tls"
	"fmt"
	"log/slog"
	"sync/atomic"
)

// A keyPair is a certificate with its key, read again when the files change.
type keyPair struct {
	file watched // the certificate, then the key
	pair atomic.Pointer[tls.Certificate]
}

func openKeyPair(cert, key string, log *slog.Logger) (*keyPair, error) {
	k := &keyPair{file: watched{paths: []string{cert, key}, log: log}}
	return k, k.reload()
}

func (k *keyPair) reload() error { return k.file.load(k.read) }

func (k *keyPair) read() error {
	cert, key := k.file.paths[0], k.file.paths[1]
	if err := checkPrivate(key, othersMayNot); err != nil {
		return err
	}
	pair, err := tls.LoadX509KeyPair(cert, key)
	if err != nil {
		return fmt.Errorf("%s, %s: %w", cert, key, err)
	}
	k.pair.Store(&pair)
	return nil
}

// get is for tls.Config.
func (k *keyPair) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	k.file.look(k.read)
	return k.pair.Load(), nil
}
