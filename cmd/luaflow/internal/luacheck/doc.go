// Package luacheck is luaflow check for those who parse what luacheck prints: it takes the flags
// of luacheck 1.1.0, finds files and the configuration as that does, and prints in its formats.
// What is found is luaflow's; what luacheck would say of it is in package analysis/luacheck.
package luacheck
