-- luacheck: std lua51+busted
-- The table assert is called as the function is.

describe("it", function()
  it("stops", function()
    assert(false, "no")
    print("behind it") -- want "unreachable code: `assert` at line 6 never returns" unreachable-code related=6
--  ^^^^^^^^^^^^^^^^^^
  end)
end)

if type(assert) == "table" then print("luassert") end
assert(1)
assert.is_true(true)
