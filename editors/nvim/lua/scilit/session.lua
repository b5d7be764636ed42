-- The papers of a search at a place, and the edits that would cite them.
local client = require('scilit.client')
local compat = require('scilit.compat')
local message = require('scilit.message')
local task = require('scilit.task')

local M = {}

local Session = {}
Session.__index = Session

--- found is the scilit/discover response; asked contains the user's keywords and text, if any.
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

-- Requests scilit/draft for the text of the search; returns a function that cancels.
function Session:ask_draft(more, done)
  local asked = { keywords = self.asked.keywords, text = self.asked.text }
  local params = self.place:params(vim.tbl_extend('error', asked, more))
  return client.ask(self.place.buffer, 'scilit/draft', function(c)
    local all = params(c)
    all.textDocument.version = self.found.version
    return all
  end, done)
end

--- Requests the sentence or the mark with its evidence and edit; returns a function that cancels.
function Session:draft(paper, mode, done)
  return once(self.known, table.concat({ mode, paper.corpus, paper.id }, '\n'), function(answer)
    return self:ask_draft({ paper = paper.id, corpus = paper.corpus, mode = mode }, answer)
  end, done)
end

--- Requests the BibTeX entry; returns a function that cancels.
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

--- Requests the passages closest to the text; returns a function that cancels.
function Session:explain(paper, done)
  return once(self.known, table.concat({ 'explain', paper.corpus, paper.id }, '\n'), function(answer)
    local params = self.place:params({ paper = paper.id, corpus = paper.corpus, text = self.asked.text })
    return client.ask(self.place.buffer, 'scilit/explain', params, answer)
  end, done)
end

-- Applies the edit in the response of ask(done).
function Session:write(ask)
  task.run('asking', 'writing', ask, function(problem, draft)
    if problem then
      return message.fail(problem)
    end
    M.write(self.place, draft)
  end)
end

--- Inserts the sentence or the mark, and the entry if the .bib file lacks it.
function Session:cite(paper, mode)
  self:write(function(done)
    return self:draft(paper, mode, done)
  end)
end

--- Cites papers with one mark and one edit of the .bib file. words contains the prefix before the first
--- key and the locator after the last.
function Session:cite_together(papers, words)
  local refs = {}
  for i, paper in ipairs(papers) do
    refs[i] = { paper = paper.id, corpus = paper.corpus }
  end
  self:write(function(done)
    return self:ask_draft(vim.tbl_extend('error', { papers = refs, mode = 'mark' }, words or {}), done)
  end)
end

--- Asks for a prefix and a locator, then cites papers with one mark.
function Session:cite_with_words(papers)
  compat.input({ prompt = 'Before the citation (see): ' }, function(prefix)
    if not prefix then
      return
    end
    compat.input({ prompt = 'After the citation (p. 3): ' }, function(locator)
      if locator then
        self:cite_together(papers, { prefix = prefix, locator = locator })
      end
    end)
  end)
end

--- Applies a draft at a place, unless the text has changed since.
function M.write(place, draft)
  if not place:stands() then
    return message.warn('the text has changed: repeat the command')
  end
  client.apply(place.buffer, draft.edit)
end

return M
