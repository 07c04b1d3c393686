-- Names of fields of self that are other names on purpose, or that are known from elsewhere.

local Widget = {}

function Widget:layout()
  self.left_x_edge, self.left_y_edge = 1, 2
  self.marker1, self.marker2 = 3, 4
  self.items, self.item_x = {}, {}
  self.marginLeft, self.cleaned = 5, true
  self.selection = 1
  return self.left_x_edge, self.left_y_edge, self.marker1, self.items, self.marginLeft, self.cleaned, self.selection
end

-- Set by others: none of them looks like one that is set here.
function Widget:draw()
  print(self.marker3, self.item, self.parent, self.marginRight, self.cleared, self.left_z_edge)
end

-- The name stands in the text once more: "selecton" is a key that somebody passes.
function Widget:select()
  if self.selecton then
    return self.selection
  end
end

return Widget
