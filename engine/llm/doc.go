// Package llm queries a language model through an OpenAI-compatible API, such as that of Ollama, LM
// Studio, llama.cpp, vLLM or a hosted service.
//
// A [Client] connects only to the address in the user's settings. Nothing is sent to a remote model
// before [Options].Approve has received the exact [Request]. The key is read when first needed and
// never appears in errors. A [Prompt] separates instructions from quoted text, which is cut at
// paragraph boundaries to fit the context window. Replies are untrusted: they are limited in size,
// cleaned and, if JSON, validated against their [Schema].
package llm
