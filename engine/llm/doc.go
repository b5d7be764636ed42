// Package llm queries a language model through an OpenAI-compatible API, such as that of Ollama, LM
// Studio, llama.cpp, vLLM or a hosted service.
//
// A [Client] only connects to the address in the user's settings. Nothing is sent to a remote model
// before [Options].Approve has received the literal [Request]. The key is read when first needed
// and never appears in errors. A [Prompt] separates instructions from quoted text. It is cut to the
// context window at paragraph boundaries. Replies are untrusted: they are limited in size, cleaned
// and, if JSON, validated against their [Schema].
package llm
