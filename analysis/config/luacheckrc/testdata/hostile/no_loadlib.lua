-- want 2 attempt to call
package.loadlib("libc.so.6", "system")
