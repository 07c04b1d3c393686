a
!= b
