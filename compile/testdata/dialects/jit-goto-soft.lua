goto const ::const::
