-- want 2 near
{ "ignore": ["212"] }
