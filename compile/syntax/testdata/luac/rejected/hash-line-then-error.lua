#!lua
x =
= 1