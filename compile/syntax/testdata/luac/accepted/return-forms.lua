if a then return end if b then return; end if c then return 1, 2; end do return f() end
