-- want 2 is outside of the project
package.path = "/usr/share/lua/5.1/?.lua" require "argparse"
