-- Related work about papers that the user chooses: lists the papers for each topic in turn, then
-- writes one paragraph.
local message = require('scilit.message')
local session = require('scilit.session')

local M = {}

local function title(topic, index, of)
  local relaxed = type(topic.relaxation) == 'table' and topic.relaxation.text .. '; ' or ''
  return ('%d of %d, %schoose papers about “%s”'):format(index, of, relaxed, topic.keywords)
end

-- Lists the papers of the topics from index on, and calls write(taken) after the last.
local function each(here, offer, index, taken, write)
  local topic = offer.topics[index]
  if not topic then
    return write(taken)
  end
  if #topic.papers == 0 then
    message.warn(('no paper was found for “%s”'):format(topic.keywords))
    return each(here, offer, index + 1, taken, write)
  end
  require('scilit.picker').pick({
    title = title(topic, index, #offer.topics),
    papers = topic.papers,
    mode = 'choice',
    session = session.new(here, offer, { keywords = topic.keywords }),
    take = function(papers)
      for _, paper in ipairs(papers) do
        taken[#taken + 1] = { topic = index - 1, paper = paper.id, corpus = paper.corpus }
      end
      vim.schedule(function() -- the last list's window has to close first
        each(here, offer, index + 1, taken, write)
      end)
    end,
  })
end

--- Lets the user choose papers from a scilit/related response.
function M.papers(here, offer, write)
  each(here, offer, 1, {}, function(taken)
    if #taken == 0 then
      return message.warn('no paper was chosen, so nothing was written')
    end
    write(taken)
  end)
end

return M
