-- A return stays one, whatever is given up of what stands around it.
if((_))then	if((1))then if(({}and{}))then
end		if's'then t(t[1])do(nothing or obs)((t)){obs()}((true))end n2(functionend)end	end  b()do if a then goto g4 end		function d()G=d e=function()d=e end(b)((('')))end    do			function e()d{}end			if{{},(t[1])}then return{function()d=e,t local d endfunction()end}end    end::g4::end
elseif d then
end
local n5 while n5 do n5=n5 repeat n6()until b	c=function()endfunction()(nothing or#t)G=e end  if's'then(nothing or obs)(function()c=call(),t
end)end end