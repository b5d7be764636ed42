package online

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

var _ Harvester = (*europePMC)(nil)

// europePMCPage is the number of records per page, low enough that a page of complete records does
// not exceed the size limit.
const europePMCPage = 200

// PageSize returns the number of records per response.
func (e *europePMC) PageSize() int { return europePMCPage }

// Selection returns the query in Europe PMC's syntax.
func (e *europePMC) Selection(h Harvest) (string, error) {
	parts, err := h.phrases("Europe PMC")
	if err != nil {
		return "", err
	}
	if h.From != "" {
		parts = append(parts, "FIRST_IDATE:["+h.From+" TO 3000-12-31]")
	}
	if h.Since > 0 {
		parts = append(parts, fmt.Sprintf("PUB_YEAR:[%d TO 3000]", h.Since))
	}
	return strings.Join(parts, " AND "), nil
}

// Harvest returns a page of records. token is a cursor.
func (e *europePMC) Harvest(ctx context.Context, h Harvest, token string) (page HarvestPage, err error) {
	query, err := e.Selection(h)
	if err != nil {
		return page, err
	}
	cursor := cmp.Or(token, "*")
	return ask(ctx, e.service, e.results(query, europePMCPage, cursor),
		func(body []byte) (HarvestPage, error) { return parseEuropePMCPage(body, cursor) })
}

func parseEuropePMCPage(body []byte, cursor string) (page HarvestPage, err error) {
	var reply struct {
		Count int    `json:"hitCount"`
		Next  string `json:"nextCursorMark"`
	}
	if err := json.Unmarshal(body, &reply); err != nil {
		return page, err
	}
	if page.Records, err = parseEuropePMC(body); err != nil {
		return page, err
	}
	if page.Total = reply.Count; reply.Next != cursor && len(page.Records) > 0 {
		page.Next = reply.Next
	}
	if !isToken(page.Next) {
		return page, errors.New("the cursor for its next page is invalid; try again later")
	}
	return page, nil
}
