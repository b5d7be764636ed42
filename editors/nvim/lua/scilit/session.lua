-- Papers that were found for a place, and what citing each would come to.
local client = require('scilit.client')
local message = require('scilit.message')
local task = require('scilit.task')

local M = {}

local Session = {}
Session.__index = Session

--- found is the answer of scilit/discover; keywords are nil where the
--- directive's count.
function M.new(place, found, keywords)
  return setmetatable({ place = place, found = found, keywords = keywords, known = {} }, Session)
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

--- Asks for the sentence or the mark that would be written, its evidence and
--- its edit; returns what cancels.
function Session:draft(paper, mode, done)
  local version = self.found.version
  return once(self.known, table.concat({ mode, paper.corpus, paper.id }, '\n'), function(answer)
    local params = self.place:params({ paper = paper.id, corpus = paper.corpus, mode = mode, keywords = self.keywords })
    return client.ask(self.place.buffer, 'scilit/draft', function(c)
      local all = params(c)
      all.textDocument.version = version
      return all
    end, answer)
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

--- Writes the sentence or the mark, and the entry where the .bib lacks it.
function Session:cite(paper, mode)
  task.run('asking', 'writing', function(done)
    return self:draft(paper, mode, done)
  end, function(problem, draft)
    if problem then
      return message.fail(problem)
    end
    M.write(self.place, draft)
  end)
end

--- Cites several papers by one mark, with one edit of the .bib.
function Session:cite_together(papers)
  local version = self.found.version
  local refs = {}
  for i, paper in ipairs(papers) do
    refs[i] = { paper = paper.id, corpus = paper.corpus }
  end
  task.run('asking', 'writing', function(done)
    local params = self.place:params({ papers = refs, mode = 'mark', keywords = self.keywords })
    return client.ask(self.place.buffer, 'scilit/draft', function(c)
      local all = params(c)
      all.textDocument.version = version
      return all
    end, done)
  end, function(problem, draft)
    if problem then
      return message.fail(problem)
    end
    M.write(self.place, draft)
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
