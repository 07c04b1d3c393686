// Package recording keeps conversations of a server with its client in files, and holds them again.
//
// A recording is lines of JSON, each of which is an Entry: the messages of both ends as they were sent,
// and the files that the server has read. So it contains the texts of all documents that were open and of
// all files that were read, the names of folders, and the client's settings. Its first line says so.
//
// Of a repository it contains which files its HEAD holds, and git's names of their texts, and what git ignores in it, if
// the server has asked.
//
// What else decides an answer is not in it: the programs of a .luacheckrc that ask for more than files,
// links inside of folders, and what a client's clock does. Files are
// recorded up to an amount; of those beyond it the path is there, and that the text is missing.
//
// A Recorder makes a recording, Read reads one, and Replay holds the conversation with another server, in
// a folder that stands for the root of the disk, and compares the answers. Tests that make up conversations
// write those that fail in the same form.
package recording

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Entry is something that happened. Beside At it has one of the other fields, and those of a file what is
// known of that.
type Entry struct {
	At   int64 `json:"at"`                  // when: in milliseconds since the first
	Head *Head `json:"recording,omitempty"` // the first entry alone

	Client json.RawMessage `json:"client,omitempty"` // a message of the client, or a batch of them
	Server json.RawMessage `json:"server,omitempty"` // a message of the server, or answers to a batch
	Frame  []byte          `json:"frame,omitempty"`  // what the client sent that is no JSON; in base64

	Read   string `json:"read,omitempty"`   // path of a file that the server has read by now
	Write  string `json:"write,omitempty"`  // path of a file that is on disk from now on
	Remove string `json:"remove,omitempty"` // path of a file that is gone from now on

	Link string `json:"link,omitempty"` // path of a folder that other paths begin with
	To   string `json:"to,omitempty"`   // where Link leads, without links

	Repository *Repository `json:"repository,omitempty"` // which the server has asked about by now

	Text    *string `json:"text,omitempty"`    // of the file
	Bytes   []byte  `json:"bytes,omitempty"`   // of the file, if they are not UTF-8; in base64
	Missing string  `json:"missing,omitempty"` // why there is no text; or of something else that is not here, what it is
}

// Repository is one of two things that are known of a repository: what is ignored in all of it, or what its HEAD holds.
type Repository struct {
	Folder  string            `json:"folder"`            // its path, without links
	Ignored *string           `json:"ignored,omitempty"` // the patterns that hold beside those of its .gitignore; nil if it is about HEAD
	Below   string            `json:"below,omitempty"`   // the folder of it that HEAD was asked about; "" for all
	Blobs   map[string]string `json:"blobs,omitempty"`   // git's names of the texts of files in that, by path from Folder
}

// key returns a name for what is known, which is no path of a file.
func (r *Repository) key() string {
	if r.Ignored != nil {
		return r.Folder + "\x00ignored"
	}
	return r.Folder + "\x00\x00" + r.Below
}

// Head is what a recording says of itself.
type Head struct {
	Format  int    `json:"format"`  // of the file: 1
	Program string `json:"program"` // version of the program
	About   string `json:"about"`   // what is in the file, for people
}

// format is the only one so far.
const format = 1

// About is what a recording says of its content.
const About = "A conversation of luaflow with an editor. It contains the texts of the documents that were open and of the files that luaflow read, " +
	"the names of folders and of files under git, and the editor's settings: look through it before you give it to others. `luaflow replay` plays it."

// content returns the bytes of a file, and whether they are there.
func (e *Entry) content() (content []byte, ok bool) {
	switch {
	case e.Missing != "":
		return nil, false
	case e.Text != nil:
		return []byte(*e.Text), true
	}
	return e.Bytes, true
}

// maxLine is how long a line of a recording may be, in bytes: a message, and what JSON adds to it.
const maxLine = 1 << 30

// Read reads a recording. One that ends in the middle of a line, as it may after a crash, ends before it.
func Read(in io.Reader) ([]Entry, error) {
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, maxLine)
	var entries []Entry
	var broken error
	for number := 1; lines.Scan(); number++ {
		if broken != nil {
			return nil, broken
		}
		var e Entry
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			broken = fmt.Errorf("line %d: %w", number, err)
			continue
		}
		entries = append(entries, e)
	}
	switch {
	case lines.Err() != nil:
		return nil, lines.Err()
	case len(entries) == 0 && broken != nil:
		return nil, broken
	case len(entries) == 0 || entries[0].Head == nil:
		return nil, errors.New("is no recording")
	case entries[0].Head.Format != format:
		return nil, fmt.Errorf("is a recording of format %d, and this program reads %d", entries[0].Head.Format, format)
	}
	return entries, nil
}

// Write writes entries as a recording, with a head of its own.
func Write(out io.Writer, program string, entries []Entry) error {
	enc := encoder(out)
	if err := enc.Encode(&Entry{Head: &Head{format, program, About}}); err != nil {
		return err
	}
	for i := range entries {
		if err := enc.Encode(&entries[i]); err != nil {
			return err
		}
	}
	return nil
}

func encoder(out io.Writer) *json.Encoder {
	enc := json.NewEncoder(out)
	enc.SetEscapeHTML(false) // people read it
	return enc
}
