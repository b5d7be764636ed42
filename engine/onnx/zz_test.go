package onnx
import ("testing";"os")
func vocabulary(t testing.TB)*Tokenizer{ t.Helper(); k,err:=LoadTokenizer(os.Getenv("HOME")+"/.cache/scilit-lsp/models/all-minilm-l6-v2-q/tokenizer.json"); if err!=nil{t.Fatal(err)}; return k}
