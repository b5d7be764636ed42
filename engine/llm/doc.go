// Package llm asks a language model behind an OpenAI-compatible host, such as Ollama,
// LM Studio, llama.cpp, vLLM or a hosted service.
//
// A [Client] reaches the one address that the user's own settings name. A model on another
// machine gets nothing before its [Options].Approve has seen the literal [Request]. A key
// is read when it is needed and appears in no error. A [Prompt] keeps instructions and
// quoted text apart, and is cut to the window of the model at the borders of paragraphs.
// A reply comes from a stranger: it is bounded, cleaned, and where it is JSON compared
// with its [Schema] here, whatever the host promised.
package llm
