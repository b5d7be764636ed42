-- Runs the server's program as a separate command: doctor, index build.
local client = require('scilit.client')

local M = {}

-- Calls line() for each complete line of a job's output.
local function by_lines(line)
  local rest = ''
  return function(_, pieces)
    pieces[1] = rest .. pieces[1]
    rest = table.remove(pieces)
    for _, piece in ipairs(pieces) do
      line(piece)
    end
  end
end

--- Runs the program in a folder, by default Neovim's. Calls on_error_line for each line of standard
--- error, and done(code, lines) at the end. Returns a function that stops the program.
function M.run(args, folder, on_error_line, done)
  local program, problem = client.program()
  if problem then
    on_error_line(problem)
    done(1, {})
    return nil
  end
  local output = {}
  local id = vim.fn.jobstart(vim.list_extend({ program }, args), {
    cwd = folder,
    on_stdout = by_lines(function(line)
      output[#output + 1] = line
    end),
    on_stderr = by_lines(on_error_line),
    on_exit = function(_, code)
      done(code, output)
    end,
  })
  return function()
    vim.fn.jobstop(id)
  end
end

return M
