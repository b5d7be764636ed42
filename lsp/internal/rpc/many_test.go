package rpc

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"runtime"
	"strings"
	"sync"
	"testing"

	"go.lsp.dev/jsonrpc2"
)

// Ten thousand requests run at once; a third of them are cancelled, some with IDs in
// use twice.
func TestEachOfManyRequestsIsAnsweredOnce(t *testing.T) {
	const many = 10000
	before := runtime.NumGoroutine()
	var arrived sync.WaitGroup
	arrived.Add(many)
	proceed := make(chan struct{})
	w, conn := serveStub(t, stub{request: func(ctx context.Context, method string) (any, error) {
		Release(ctx)
		if method == "next" {
			return method, nil
		}
		arrived.Done()
		if method == "cancelled" {
			<-ctx.Done()
			return nil, ctx.Err()
		}
		<-proceed
		return method, ctx.Err()
	}})
	go func() {
		var cancellations strings.Builder
		for i := range many {
			method := "finished"
			if i%3 == 0 {
				method = "cancelled"
				cancellations.WriteString(frame(fmt.Sprintf(`{"jsonrpc":"2.0","method":"$/cancelRequest","params":{"id":%d}}`, i+1)))
			}
			io.WriteString(w, frame(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":%q}`, i+1, method)))
		}
		arrived.Wait()
		io.WriteString(w, cancellations.String())
		close(proceed)
	}()
	seen := make(map[int]bool)
	for range many {
		var got struct {
			ID     int
			Result string
			Error  *jsonrpc2.Error
		}
		if err := json.Unmarshal([]byte(w.answer()), &got); err != nil || seen[got.ID] || (got.Result != "finished") != ((got.ID-1)%3 == 0) {
			t.Fatal(got, err)
		}
		seen[got.ID] = true
	}
	w.send(nextFrame)
	if got := w.answer(); !strings.Contains(got, `"id":"next"`) {
		t.Errorf("one answer more: %s", got)
	}
	w.hangUp()
	<-conn.Done()
	for runtime.NumGoroutine() > before { // if goroutines remain, the deadline ends the test
		runtime.Gosched()
	}
}
