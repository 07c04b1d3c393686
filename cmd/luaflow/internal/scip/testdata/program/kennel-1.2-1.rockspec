package = "kennel"
version = "1.2-1"
