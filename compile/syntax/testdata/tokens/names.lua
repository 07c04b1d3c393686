and break do else elseif end false for function goto if in local nil not or
repeat return then true until while And _ _1 a1 a_B andy é _ENV self
