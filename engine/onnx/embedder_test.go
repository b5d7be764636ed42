package onnx

import (
	"context"
	"testing"
	"fmt"
	"os"
	"strings"
	"time"
)

func rss() string { b,_:=os.ReadFile("/proc/self/status"); for _,l:=range strings.Split(string(b),"\n"){ if strings.HasPrefix(l,"VmRSS"){return l}}; return ""}
func TestTry(t *testing.T) {
	f, err := Locate(Settings{})
	fmt.Println(f.ModelLooks, f.RuntimeLooks, err, rss())
	e, err := Open(f)
	if err != nil { t.Fatal(err) }
	t0:=time.Now()
	if err:=e.Load();err!=nil{t.Fatal(err)}
	fmt.Println("load",time.Since(t0), rss())
	long:=strings.Repeat("We propose a method to parse sentences with dependency grammars. ",40)
	for i:=0;i<5;i++{ t0=time.Now(); e.Embed(context.Background(),[]string{long[:500]}); fmt.Println(time.Since(t0))}
	texts:=make([]string,200); for i:=range texts{texts[i]=long[i%50:]}
	for i:=0;i<3;i++{t0=time.Now()
	v,err:=e.Embed(context.Background(),texts); fmt.Println(time.Since(t0)/200, "a text", err, v[0][:3], rss())}
}
