const self = 1
function a:b(
) end
