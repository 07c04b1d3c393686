do ::a::
::a::

end
