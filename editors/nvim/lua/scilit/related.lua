-- Writes related work: one paragraph with a sentence per topic.
local client = require('scilit.client')
local compat = require('scilit.compat')
local message = require('scilit.message')
local place = require('scilit.place')
local task = require('scilit.task')

local M = {}

-- Returns the request parameters for a range or for keywords.
local function about(here, from, to, keywords, papers)
  return function(c)
    local document = { uri = vim.uri_from_bufnr(here.buffer) }
    return { textDocument = document, range = here:range(c, from, to), keywords = keywords, papers = papers }
  end
end

local function write(here, from, to, keywords, papers)
  task.run('asking', 'writing related work', function(done)
    return client.command(here.buffer, 'scilit.relatedWork', about(here, from, to, keywords, papers), done)
  end, function(problem)
    if problem then
      message.fail(problem)
    end
  end)
end

-- Lets the user choose the papers, and writes about them.
local function choose(here, from, to, keywords)
  task.run('asking', 'searching', function(done)
    return client.ask(here.buffer, 'scilit/related', about(here, from, to, keywords), done)
  end, function(problem, offer)
    if problem then
      return message.fail(problem)
    end
    require('scilit.choose').papers(here, offer, function(papers)
      if not here:stands() then
        return message.warn('the text has changed: repeat the command')
      end
      write(here, from, to, keywords, papers)
    end)
  end)
end

-- Rows count from 1, as in marks.
local function line(row)
  return vim.fn.getline(row)
end

local function is_comment(row)
  return line(row):lower():find('scilit:', 1, true) ~= nil
end

-- Returns the first and the last line of the adjacent comments around a row.
local function comments(row)
  if not is_comment(row) then
    return nil
  end
  local first, last = row, row
  while first > 1 and is_comment(first - 1) do
    first = first - 1
  end
  while is_comment(last + 1) do
    last = last + 1
  end
  return first, last
end

--- Writes about keywords, else about a range of lines, else about the comments around the cursor.
--- Without any of these, asks for keywords. If choosing is true, the user chooses the papers.
function M.run(keywords, range, choosing)
  local do_it = choosing and choose or write
  local here = place.here()
  local row = here.row + 1
  local cursor = { row, here.column }
  local first, last = comments(row)
  if keywords then
    do_it(here, cursor, cursor, keywords)
  elseif range then
    do_it(here, place.ends(unpack(range)))
  elseif first then
    do_it(here, place.ends(first, last))
  else
    compat.input({ prompt = 'Topics (separated by ;): ' }, function(given)
      if given and given:find('%S') then
        do_it(here, cursor, cursor, given)
      end
    end)
  end
end

return M
