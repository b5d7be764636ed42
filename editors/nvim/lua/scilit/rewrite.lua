-- Rewrites the citing sentence at the cursor with other keywords, and writes the keywords into its
-- scilit comment.
local client = require('scilit.client')
local compat = require('scilit.compat')
local message = require('scilit.message')
local place = require('scilit.place')
local session = require('scilit.session')
local task = require('scilit.task')

local M = {}

local function rewrite(here, keywords)
  task.run('asking', 'writing', function(done)
    return client.ask(here.buffer, 'scilit/draft', here:params({ mode = 'rewrite', keywords = keywords }), done)
  end, function(problem, draft)
    if problem then
      return message.fail(problem)
    end
    session.write(here, draft)
  end)
end

local ask

-- Rewrites the sentence. If the keywords contain a mistake, shows it and asks for them again.
local function judge(here, keywords)
  client.ask(here.buffer, 'scilit/keywords', { keywords = keywords }, function(problem, read)
    local mistake = read and read.mistakes[1]
    if problem then
      message.fail(problem)
    elseif mistake and not mistake.hint then
      ask(here, keywords, ('Column %d: %s. Keywords: '):format(mistake.start + 1, mistake.message))
    else
      rewrite(here, keywords)
    end
  end)
end

ask = function(here, keywords, prompt)
  compat.input({ prompt = prompt, default = keywords }, function(given)
    if given then
      judge(here, given)
    end
  end)
end

--- Asks for keywords if none are given, with those of the scilit comment as the default.
function M.run(keywords)
  local here = place.here()
  if keywords then
    return judge(here, keywords)
  end
  client.ask(here.buffer, 'scilit/keywords', here:params(), function(problem, read)
    if problem then
      return message.fail(problem)
    end
    ask(here, read.keywords, 'Keywords (; and, | or, - not, 2010..2022): ')
  end)
end

return M
