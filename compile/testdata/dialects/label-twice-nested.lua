::a::
do
  ::a::
end
