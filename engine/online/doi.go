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

// Agencies that are also sources.
const (
	CrossrefAgency Agency = "Crossref"
	DataCiteAgency Agency = "DataCite"
)

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

// Agency returns the registration agency of a DOI. The error has kind NotFound if doi.org does not
// know the DOI or its prefix.
func (d *doiAgency) Agency(ctx context.Context, doi string) (agency Agency, err error) {
	prefix, _, _ := strings.Cut(doi, "/")
	return agency, d.ask(ctx, request{
		url: d.base("/ra/" + url.PathEscape(prefix)), age: recordAge, lookup: true,
		parse: func(body []byte) (err error) { agency, err = d.parse(body); return err },
	})
}

func (d *doiAgency) parse(body []byte) (Agency, error) {
	var reply []struct {
		RA     string
		Status string `json:"status"`
	}
	switch err := json.Unmarshal(body, &reply); {
	case err != nil:
		return "", err
	case len(reply) == 1 && reply[0].RA != "":
		return Agency(detail(reply[0].RA)), nil
	case len(reply) == 1 && strings.Contains(reply[0].Status, "not exist"),
		len(reply) == 1 && strings.Contains(strings.ToLower(reply[0].Status), "invalid"):
		return "", d.fail(NotFound, 0, d.detail([]byte(reply[0].Status)), nil)
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
