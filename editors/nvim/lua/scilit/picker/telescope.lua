-- A list in telescope.nvim, with the paper next to it.
local actions = require('telescope.actions')
local config = require('telescope.config').values
local finders = require('telescope.finders')
local pickers = require('telescope.pickers')
local previewers = require('telescope.previewers')
local state = require('telescope.actions.state')

local picker = require('scilit.picker')
local preview = require('scilit.preview')

local M = {}

local function entry(paper)
  return { value = paper, display = picker.label(paper), ordinal = picker.words(paper) }
end

local function value(selected)
  return selected.value
end

local function open()
  local selected = state.get_selected_entry()
  if selected then
    picker.open(selected.value)
  end
end

local function previewer(menu)
  local stop = function() end
  return previewers.new_buffer_previewer({
    title = 'Paper',
    define_preview = function(self, selected)
      stop()
      preview.dress(self.state.winid)
      stop = preview.show(self.state.bufnr, menu.session, selected.value, menu.mode)
    end,
    teardown = function()
      stop()
    end,
  })
end

function M.pick(menu)
  local function cites(mode)
    return function(prompt)
      local selected = state.get_selected_entry()
      local many = state.get_current_picker(prompt):get_multi_selection()
      actions.close(prompt)
      many = #many > 0 and many or { selected } -- those marked with Tab, else the current one
      if #many > 0 then
        picker.take(menu, vim.tbl_map(value, many), mode)
      end
    end
  end
  pickers
    .new({}, {
      prompt_title = menu.title,
      finder = finders.new_table({ results = menu.papers, entry_maker = entry }),
      sorter = config.generic_sorter({}),
      previewer = previewer(menu),
      attach_mappings = function(prompt, map)
        actions.select_default:replace(function()
          cites(menu.mode)(prompt)
        end)
        map({ 'i', 'n' }, '<C-o>', cites(picker.other(menu.mode)))
        map({ 'i', 'n' }, '<C-l>', cites('words'))
        map({ 'i', 'n' }, '<C-b>', open)
        return true
      end,
    })
    :find()
end

return M
