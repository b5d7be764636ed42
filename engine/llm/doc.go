// Package llm queries a language model with an OpenAI-compatible API, such as Ollama, LM Studio,
// llama.cpp, vLLM or a hosted service.
//
// A [Client] connects to the one address in the user's own settings. A remote model gets nothing
// before [Options].Approve has seen the literal [Request]. The key is read when it is needed and
// appears in no error. A [Prompt] separates instructions from quoted text and is cut to the
// context window at paragraph boundaries. A reply is untrusted: it is bounded, cleaned, and
// validated against its [Schema] if it is JSON.
package llm
