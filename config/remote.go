package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Remote configures access to index servers, keyed by address.
type Remote struct {
	TokenEnv     map[string]string   `json:"tokenEnv"`
	TokenCommand map[string][]string `json:"tokenCommand"`
	Manuscript   []string            `json:"manuscript"`
}

// A RemoteServer configures access to one server.
type RemoteServer struct {
	TokenEnv     string
	TokenCommand []string
	Manuscript   bool
}

// Of returns the configuration for the server at an address. It compares the scheme, host and port.
func (r Remote) Of(address string) (server RemoteServer) {
	here := origin(address)
	server.Manuscript = slices.ContainsFunc(r.Manuscript, func(a string) bool { return origin(a) == here })
	for _, a := range slices.Sorted(maps.Keys(r.TokenEnv)) {
		if origin(a) == here {
			server.TokenEnv = r.TokenEnv[a]
		}
	}
	for _, a := range slices.Sorted(maps.Keys(r.TokenCommand)) {
		if origin(a) == here {
			server.TokenCommand = r.TokenCommand[a]
		}
	}
	return server
}

// origin returns the scheme, host and port of an address, or "" if the address is invalid.
func origin(address string) string {
	address = nodesOf(address)[0]
	u, err := url.Parse(address)
	if err != nil || !IsRemote(address) {
		return ""
	}
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)]
	}
	return strings.ToLower(u.Scheme + "://" + net.JoinHostPort(u.Hostname(), port))
}

// IsRemote reports whether an index is the address of a server rather than a folder.
func IsRemote(index string) bool { return strings.Contains(index, "://") }

// CheckServer returns an error if the server at an address, or a node of the cluster there, must
// not be contacted.
func CheckServer(address string) error {
	for _, node := range nodesOf(address) {
		if err := checkAddress(node); err != nil {
			return err
		}
	}
	return nil
}

func checkAddress(address string) error {
	u, err := url.Parse(address)
	switch {
	case err != nil || !isServiceAddress(address):
		return errors.New("not a valid server URL: use one such as https://papers.example.org:8443, without user " +
			"name, password or token")
	case u.Scheme == "http" && !isLoopback(u.Hostname()):
		return fmt.Errorf("%s: other machines on the network can read and change data sent over http; use https, or "+
			"a tunnel that starts on this machine", shown(u.Host))
	}
	return nil
}

func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return strings.EqualFold(host, "localhost") || ip != nil && ip.IsLoopback()
}

func checkIndexes(indexes []string) error {
	for _, index := range indexes {
		if err := checkIndex(index); err != nil {
			return err
		}
	}
	return nil
}

func checkIndex(index string) error {
	if !IsRemote(index) {
		return nil
	}
	return CheckServer(index)
}

// indexesOfEnvironment returns the valid indexes in SCILIT_INDEX, and the errors about the others.
func indexesOfEnvironment() (indexes []string, failed error) {
	for _, index := range absolute("", splitIndexes(os.Getenv("SCILIT_INDEX"))) {
		if err := checkIndex(index); err != nil {
			failed = errors.Join(failed, fmt.Errorf("SCILIT_INDEX: %w", err))
			continue
		}
		indexes = append(indexes, index)
	}
	return indexes, failed
}

func (r Remote) check() error {
	addresses := slices.Concat(r.Manuscript, slices.Sorted(maps.Keys(r.TokenEnv)),
		slices.Sorted(maps.Keys(r.TokenCommand)))
	for _, address := range addresses {
		if !IsRemote(address) {
			return fmt.Errorf("%q is not the address of a server: use one such as "+
				"https://papers.example.org:8443", shown(address))
		}
		if err := CheckServer(address); err != nil {
			return err
		}
	}
	for address, variable := range r.TokenEnv {
		if !variableName.MatchString(variable) {
			return fmt.Errorf("%s: give the name of an environment variable, not the token itself: a name consists of "+
				"letters, digits and _, without $", shown(address))
		}
	}
	for address, command := range r.TokenCommand {
		if err := checkCommandLine(command, false); err != nil {
			return fmt.Errorf("%s: %w", shown(address), err)
		}
	}
	return nil
}

func (r *Remote) tidy() error {
	for _, command := range r.TokenCommand {
		if err := tidyCommand(command); err != nil {
			return err
		}
	}
	return nil
}

// namesServer reports whether a value sets an index that is a server.
func namesServer(key string, value []byte) bool {
	var indexes []string
	return key == "indexes" && json.Unmarshal(value, &indexes) == nil && slices.ContainsFunc(indexes, IsRemote)
}

// portAndPath matches the part of an address after the colon before its port.
var portAndPath = regexp.MustCompile(`^[0-9]{1,5}([/,]|$)`)

var schemes = regexp.MustCompile(`^(weaviate\+)?https?$`)

// lacksPort reports whether the last host of an incomplete address still lacks its port.
func lacksPort(address string) bool {
	_, hosts, found := strings.Cut(address, "://")
	return found && !strings.Contains(hosts[strings.LastIndexByte(hosts, ',')+1:], ":")
}

// splitIndexes splits a path list. The list may contain addresses with colons.
func splitIndexes(list string) (indexes []string) {
	for _, part := range filepath.SplitList(list) {
		last := len(indexes) - 1
		switch {
		case last >= 0 && schemes.MatchString(indexes[last]) && strings.HasPrefix(part, "//"):
			indexes[last] += ":" + part
		case last >= 0 && lacksPort(indexes[last]) && portAndPath.MatchString(part):
			indexes[last] += ":" + part
		default:
			indexes = append(indexes, part)
		}
	}
	return indexes
}
