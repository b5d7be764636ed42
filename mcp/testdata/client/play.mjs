// Plays an agent: node play.mjs BIN. The client checks every answer against its tool's schema.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'

const program = resolve(process.argv[2])
const papers = fileURLToPath(new URL('../../../testdata/papers/biomed.jsonl.gz', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'scilit-mcp-'))
const env = { PATH: process.env.PATH, HOME: home, SCILIT_CACHE: join(home, 'cache'), XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state') }

async function play() {
  const index = join(home, 'index'), refs = join(home, 'refs.bib')
  execFileSync(program, ['index', 'build', '--embedder', 'none', '--name', 'biomed', '--out', index, papers], { env, stdio: 'ignore' })
  writeFileSync(refs, '@misc{cats, title = {Cats}}\n')
  const client = new Client({ name: 'play', version: '1' })
  await client.connect(new StdioClientTransport({ command: program, args: ['mcp', '--index', index, '--workspace', home, '--write'], env, stderr: 'inherit' }))
  const call = async (name, args) => {
    const answer = await client.callTool({ name, arguments: args })
    assert.ok(!answer.isError, `${name}: ${answer.content[0].text}`)
    return answer.structuredContent
  }

  const { tools } = await client.listTools()
  assert.deepEqual(tools.map((tool) => tool.name).sort(), ['check_bibliography', 'cite', 'find_passages', 'get_paper', 'search_papers', 'support_for_sentence', 'verify_reference'])
  for (const tool of tools) assert.equal(tool.annotations.readOnlyHint, tool.name !== 'cite')

  const found = await call('search_papers', { keywords: 'cell | protein', limit: 3 })
  assert.equal(found.papers.length, 3)
  assert.match(found.scope, /"biomed" \(\d+ papers\)/)
  const { id: paper, corpus, title } = found.papers[0]
  const whole = await call('get_paper', { paper, corpus })
  assert.equal(whole.title, title)
  assert.ok((await call('find_passages', { question: whole.highlights[0].text, papers: [{ paper, corpus }] })).passages.length > 0)
  assert.equal((await call('support_for_sentence', { sentence: whole.highlights[0].text, papers: [{ paper, corpus }] })).explanations[0].relation, 'supports')

  const cited = await call('cite', { paper, corpus, bib: refs, write: true })
  assert.ok(cited.written)
  assert.ok(readFileSync(refs, 'utf8').startsWith('@misc{cats, title = {Cats}}\n') && readFileSync(refs, 'utf8').includes(`{${cited.key},`))
  assert.equal((await call('verify_reference', { entry: cited.entry })).verdict, 'verified')
  assert.equal((await call('check_bibliography', { path: 'refs.bib', all: true })).total, 1) // cats has no author: no work

  const failed = await client.callTool({ name: 'get_paper', arguments: { paper: '10.1234/phlogiston' } })
  assert.ok(failed.isError)
  assert.equal(failed.structuredContent.error.code, 'not_found')
  await client.close()
  console.log(`mcp: ${tools.length} tools were called by @modelcontextprotocol/sdk`)
}

try {
  await play()
} finally {
  rmSync(home, { recursive: true, force: true })
}
