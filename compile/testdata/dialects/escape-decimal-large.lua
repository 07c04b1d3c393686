print("\300")
