-- Papers that were found for a place, and what citing each would come to.
local client = require('scilit.client')
local compat = require('scilit.compat')
local message = require('scilit.message')
local task = require('scilit.task')

local M = {}

local Session = {}
Session.__index = Session

--- found is the answer of scilit/discover, asked has what it was asked with: the
--- user's keywords and text, where there are some.
function M.new(place, found, asked)
  return setmetatable({ place = place, found = found, asked = asked or {}, known = {} }, Session)
end

local function once(known, key, ask, done)
  if known[key] then
    done(nil, known[key])
    return function() end
  end
  return ask(function(problem, answer)
    known[key] = not problem and answer or nil
    done(problem, answer)
  end)
end

-- Asks scilit/draft about the text that was searched; returns what cancels.
function Session:ask_draft(more, done)
  local asked = { keywords = self.asked.keywords, text = self.asked.text }
  local params = self.place:params(vim.tbl_extend('error', asked, more))
  return client.ask(self.place.buffer, 'scilit/draft', function(c)
    local all = params(c)
    all.textDocument.version = self.found.version
    return all
  end, done)
end

--- Asks for the sentence or the mark that would be written, its evidence and
--- its edit; returns what cancels.
function Session:draft(paper, mode, done)
  return once(self.known, table.concat({ mode, paper.corpus, paper.id }, '\n'), function(answer)
    return self:ask_draft({ paper = paper.id, corpus = paper.corpus, mode = mode }, answer)
  end, done)
end

--- Asks for the BibTeX entry; returns what cancels.
function Session:entry(paper, done)
  return once(self.known, table.concat({ 'entry', paper.corpus, paper.id }, '\n'), function(answer)
    local document = { uri = vim.uri_from_bufnr(self.place.buffer) }
    return client.ask(self.place.buffer, 'scilit/bibtex', {
      textDocument = document,
      paper = paper.id,
      corpus = paper.corpus,
    }, answer)
  end, done)
end

--- Asks for the passages that are closest to the text; returns what cancels.
function Session:explain(paper, done)
  return once(self.known, table.concat({ 'explain', paper.corpus, paper.id }, '\n'), function(answer)
    local params = self.place:params({ paper = paper.id, corpus = paper.corpus, text = self.asked.text })
    return client.ask(self.place.buffer, 'scilit/explain', params, answer)
  end, done)
end

-- Writes what ask(done) is answered.
function Session:write(ask)
  task.run('asking', 'writing', ask, function(problem, draft)
    if problem then
      return message.fail(problem)
    end
    M.write(self.place, draft)
  end)
end

--- Writes the sentence or the mark, and the entry where the .bib lacks it.
function Session:cite(paper, mode)
  self:write(function(done)
    return self:draft(paper, mode, done)
  end)
end

--- Cites papers by one mark, with one edit of the .bib. words has what goes before
--- the first key and behind the last, prefix and locator.
function Session:cite_together(papers, words)
  local refs = {}
  for i, paper in ipairs(papers) do
    refs[i] = { paper = paper.id, corpus = paper.corpus }
  end
  self:write(function(done)
    return self:ask_draft(vim.tbl_extend('error', { papers = refs, mode = 'mark' }, words or {}), done)
  end)
end

--- Asks what goes around the keys, then cites papers by one mark.
function Session:cite_with_words(papers)
  compat.input({ prompt = 'Before the citation (see): ' }, function(prefix)
    if not prefix then
      return
    end
    compat.input({ prompt = 'Behind it (p. 3): ' }, function(locator)
      if locator then
        self:cite_together(papers, { prefix = prefix, locator = locator })
      end
    end)
  end)
end

--- Applies what was drafted for a place, unless the text changed since.
function M.write(place, draft)
  if not place:stands() then
    return message.warn('the text changed meanwhile: ask again')
  end
  client.apply(place.buffer, draft.edit)
end

return M
