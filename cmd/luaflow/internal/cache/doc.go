// Package cache keeps the results of luaflow check in a folder, by what they depend on; and, in another,
// the facts of files that the server need not find again when it starts.
//
// A cache is a table from keys to values in 256 files, one for each first byte of a key. There
// are three kinds of entries:
//
//	a file's path                              its stamp, and the hash of its text
//	hash, program, configuration, wants        the result
//	hash, program, name                        a fact of the text
//
// So an unchanged file is not read, and a file that was moved, or checked out anew, is not checked
// again. A file of the cache is read whole and replaced whole: whoever runs at the same time sees
// the old or the new one, and of two who write, the entries of one are lost. One that is damaged
// counts as empty.
//
// Nobody else may say what is in a file: a folder of somebody else is refused, links in it are not
// followed, and each file of the user's own cache carries a code that only those can make who know
// the secret in the user's folder of configurations (HMAC-SHA256). One that is forged counts as
// empty, too. Who names a folder that is his trusts it, so that a cache can be carried from one
// machine to the next; but where others can write to it, too, their files in it, and those that
// they can write, count as empty.
package cache
