// Package console is where a command reads, talks to people, and collects its exit code.
package console
