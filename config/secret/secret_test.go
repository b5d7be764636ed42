package secret

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
)

// The test binary doubles as the program that prints a key.
func TestMain(m *testing.M) {
	switch os.Getenv("SECRET_TEST") {
	case "key":
		fmt.Printf(" %s \nuser: me\n", os.Args[1])
	case "fails":
		fmt.Println("sk-leaked")
		fmt.Fprintln(os.Stderr, "sk-leaked")
		os.Exit(3)
	case "endless":
		for {
			if _, err := fmt.Println(strings.Repeat("sk-leaked", 1000)); err != nil {
				os.Exit(0)
			}
		}
	case "waits":
		select {}
	default:
		os.Exit(m.Run())
	}
}

func TestAKeyIsReadFromWhereTheSettingsSay(t *testing.T) {
	t.Setenv("SECRET_TEST_KEY", " sk-env\n")
	if key, err := Of(t.Context(), "SECRET_TEST_KEY", nil); key != "sk-env" || err != nil {
		t.Error(key, err)
	}
	t.Setenv("SECRET_TEST", "key")
	// no shell expands $(...)
	if key, err := Of(t.Context(), "SECRET_TEST_NONE", []string{os.Args[0], "$(sk-printed)"}); key != "$(sk-printed)" || err != nil {
		t.Error(key, err)
	}
}

func TestNoErrorHoldsAKey(t *testing.T) {
	program := []string{os.Args[0]}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	for name, tt := range map[string]struct {
		ctx     context.Context
		env     string
		command []string
		mode    string
		says    string
	}{
		"nothing set":    {t.Context(), "SECRET_TEST_NONE", nil, "", "SECRET_TEST_NONE is empty"},
		"two words":      {t.Context(), "SECRET_TEST_BAD", nil, "", "not a valid key"},
		"no program":     {t.Context(), "", []string{"/nonexistent/pass"}, "", "/nonexistent/pass"},
		"it fails":       {t.Context(), "", program, "fails", "exit status 3"},
		"it never ends":  {t.Context(), "", program, "endless", "print only the key"},
		"the user stops": {gone, "", program, "waits", "context canceled"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("SECRET_TEST_BAD", "sk-leaked and more")
			t.Setenv("SECRET_TEST", tt.mode)
			key, err := Of(tt.ctx, tt.env, tt.command)
			if err == nil || key != "" || !strings.Contains(err.Error(), tt.says) || strings.Contains(err.Error(), "leaked") {
				t.Errorf("%q, %v", key, err)
			}
			for ; err != nil; err = errors.Unwrap(err) {
				if strings.Contains(fmt.Sprintf("%+v", err), "leaked") {
					t.Errorf("%+v", err)
				}
			}
		})
	}
}
