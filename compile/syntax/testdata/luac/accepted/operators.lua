return a or b and c < d | e ~ f & g << h .. i + j * -k ^ l, not a == b, #t // 2 % 3 / 4, ~a >> b, a ~= b, a >= b, a <= b, a > b
