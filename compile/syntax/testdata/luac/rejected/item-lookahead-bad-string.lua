x = {a "b
}