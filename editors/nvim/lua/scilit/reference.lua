-- Copies the reference of the citation at the cursor as text.
local client = require('scilit.client')
local message = require('scilit.message')
local place = require('scilit.place')

local M = {}

M.formats = { 'apa', 'ieee', 'chicago-author-date', 'mla', 'vancouver', 'bibtex', 'biblatex', 'csl-json', 'ris' }

-- Returns the key at the cursor; nil between keys.
local function key_at(line, column)
  local from = line:sub(1, column + 1):find('[^%s{}%[%],;@\\%%#~"]*$')
  local key = line:sub(from):match('^[^%s{}%[%],;@\\%%#~"]+')
  return key and (key:gsub('[.:]+$', ''))
end

local function copy(here, key, format)
  local function errand(c)
    local p = here:params()(c)
    return { uri = p.textDocument.uri, version = p.textDocument.version, at = p.position, key = key, format = format }
  end
  client.command(here.buffer, 'scilit.reference', errand, function(problem, text)
    if text then -- the server shows it
      message.copy(text)
    elseif problem then
      message.fail(problem)
    end
  end)
end

--- Copies the reference; asks for the format if none is given.
function M.run(format)
  local here = place.here()
  local key = key_at(here.line, here.column)
  if not key then
    return message.warn('put the cursor on the key of a citation first')
  end
  if format then
    return copy(here, key, format)
  end
  vim.ui.select(M.formats, { prompt = 'Copy the reference of ' .. key .. ' as:', kind = 'scilit' }, function(chosen)
    if chosen then
      copy(here, key, chosen)
    end
  end)
end

return M
