local a
(a).b = 1;
(a) = 2
