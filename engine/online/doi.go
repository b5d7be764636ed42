package online

import (
	"context"
	"encoding/json"
	"net/url"
	"strings"
)

// doiAgency queries doi.org for the registration agency of a DOI.
type doiAgency struct{ *service }

// An Agency is a DOI registration agency, as named by doi.org.
type Agency string

// agencySources maps agencies to their sources.
var agencySources = map[Agency]string{"Crossref": "crossref", "DataCite": "datacite"}

// Literal returns "", since doi.org has no search.
func (d *doiAgency) Literal(Query) string { return "" }

// Search is unsupported.
func (d *doiAgency) Search(context.Context, Query) ([]*Record, error) {
	return nil, d.unsupported("it cannot be searched")
}

// Lookup is unsupported, since only the registration agencies have records.
func (d *doiAgency) Lookup(context.Context, ID) (*Record, error) {
	return nil, d.unsupported("it names only the agency that has the record")
}

// Agency returns the registration agency of a DOI. It sends only the DOI's prefix. The error has kind
// NotFound if doi.org does not know the prefix.
func (d *doiAgency) Agency(ctx context.Context, doi string) (Agency, error) {
	prefix, _, _ := strings.Cut(doi, "/")
	r := request{url: d.base("/ra/" + url.PathEscape(prefix)), age: recordAge, lookup: true}
	return ask(ctx, d.service, r, d.parse)
}

func (d *doiAgency) parse(body []byte) (Agency, error) {
	var reply []struct {
		RA     string
		Status string `json:"status"`
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return "", err
	}
	if len(reply) != 1 {
		return "", errNoAnswer
	}
	switch status := reply[0].Status; {
	case reply[0].RA != "":
		return Agency(detail(reply[0].RA)), nil
	case strings.Contains(status, "not exist"), strings.Contains(strings.ToLower(status), "invalid"):
		return "", d.fail(NotFound, 0, d.detail([]byte(status)), nil)
	}
	return "", errNoAnswer
}

// AgencyOf returns the registration agency of a DOI.
func (c *Client) AgencyOf(ctx context.Context, doi string) (Agency, error) {
	source, on := c.sources["doi"].(*doiAgency)
	if !on {
		return "", &Error{Source: "doi", Kind: Off}
	}
	return source.Agency(ctx, doi)
}
