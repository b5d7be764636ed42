package config

import (
	"cmp"
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

// Remote configures access to index servers, keyed by URL.
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

// Of returns the configuration for the server at a URL. It compares only scheme, host and port.
func (r Remote) Of(address string) RemoteServer {
	here := origin(address)
	return RemoteServer{
		TokenEnv: valueAt(r.TokenEnv, here), TokenCommand: valueAt(r.TokenCommand, here),
		Manuscript: slices.ContainsFunc(r.Manuscript, func(a string) bool { return origin(a) == here }),
	}
}

// valueAt returns the value whose key is a URL with the given origin.
func valueAt[V any](values map[string]V, here string) (value V) {
	for _, address := range slices.Sorted(maps.Keys(values)) {
		if origin(address) == here {
			value = values[address]
		}
	}
	return value
}

// origin returns the scheme, host and port of a URL, or "" if it is invalid.
func origin(address string) string {
	address = nodesOf(address)[0]
	u, err := url.Parse(address)
	if err != nil || !IsRemote(address) {
		return ""
	}
	port := cmp.Or(u.Port(), map[string]string{"http": "80", "https": "443"}[strings.ToLower(u.Scheme)])
	return strings.ToLower(u.Scheme + "://" + net.JoinHostPort(u.Hostname(), port))
}

// IsRemote reports whether an index is a server URL rather than a folder.
func IsRemote(index string) bool { return strings.Contains(index, "://") }

// CheckServer returns an error if the URL of a server, or of any node of a cluster, is invalid or
// would send data to another machine without encryption.
func CheckServer(address string) error { return checkEach(nodesOf(address), checkAddress) }

// checkEach returns the error of the first value that check rejects.
func checkEach(values []string, check func(string) error) error {
	for _, value := range values {
		if err := check(value); err != nil {
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

func checkIndex(index string) error {
	if !IsRemote(index) {
		return nil
	}
	return CheckServer(index)
}

// indexesOfEnvironment returns the valid indexes in SCILIT_INDEX, and errors for the others.
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
	wrong := checkEach(addresses, func(address string) error {
		if !IsRemote(address) {
			return fmt.Errorf("%q is not a server URL: use one such as "+
				"https://papers.example.org:8443", shown(address))
		}
		return CheckServer(address)
	})
	return cmp.Or(wrong, checkVariables(r.TokenEnv, "token"), checkCommands(r.TokenCommand))
}

func (r *Remote) tidy() error {
	for _, command := range r.TokenCommand {
		if err := tidyCommand(command); err != nil {
			return err
		}
	}
	return nil
}

// namesServer reports whether a value for indexes lists a server.
func namesServer(key string, value []byte) bool {
	var indexes []string
	return key == "indexes" && json.Unmarshal(value, &indexes) == nil && slices.ContainsFunc(indexes, IsRemote)
}

// portAndPath matches the part of a URL after the colon that precedes its port.
var portAndPath = regexp.MustCompile(`^[0-9]{1,5}([/,]|$)`)

var schemes = regexp.MustCompile(`^(weaviate\+)?https?$`)

// lacksPort reports whether the last host in an incomplete URL has no port yet.
func lacksPort(address string) bool {
	_, hosts, found := strings.Cut(address, "://")
	return found && !strings.Contains(hosts[strings.LastIndexByte(hosts, ',')+1:], ":")
}

// splitIndexes splits a path list, which may contain URLs and their colons.
func splitIndexes(list string) (indexes []string) {
	for _, part := range filepath.SplitList(list) {
		last := len(indexes) - 1
		switch {
		case last >= 0 && schemes.MatchString(indexes[last]) && strings.HasPrefix(part, "//"),
			last >= 0 && lacksPort(indexes[last]) && portAndPath.MatchString(part):
			indexes[last] += ":" + part
		default:
			indexes = append(indexes, part)
		}
	}
	return indexes
}

// clusterPrefix is the prefix of an index that is a collection in a Weaviate cluster. The rest
// lists the nodes, as in weaviate+http://host:port,host:port/Collection.
const clusterPrefix = "weaviate+"

// IsCluster reports whether an index is a collection in a Weaviate cluster.
func IsCluster(index string) bool { return strings.HasPrefix(index, clusterPrefix) }

// nodesOf returns the URLs of a cluster's nodes, or the index itself if it is not a cluster.
func nodesOf(index string) []string {
	scheme, rest, found := strings.Cut(strings.TrimPrefix(index, clusterPrefix), "://")
	if !IsCluster(index) || !found {
		return []string{index}
	}
	hosts, path, _ := strings.Cut(rest, "/")
	var nodes []string
	for host := range strings.SplitSeq(hosts, ",") {
		nodes = append(nodes, scheme+"://"+host+"/"+path)
	}
	return nodes
}
