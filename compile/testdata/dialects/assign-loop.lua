for i = 1, 2 do i = i + 1 end
for k, v in pairs({}) do k, v = 1, 2 end
