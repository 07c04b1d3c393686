package cache

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"
	"unsafe"

	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/project"
	"luaflow/cmd/luaflow/internal/atomicfile"
	"luaflow/cmd/luaflow/internal/report"
	"luaflow/cmd/luaflow/internal/version"
)

// A file of the cache.
const (
	magic  = "luaflow cache 2\n"
	shards = 256
	// What all files of a cache may take, in bytes: one of results, and one of facts.
	maxResults, maxFacts = 200_000_000, 64_000_000
	// trustedAge is how old a file must be for its time to tell it from what is written
	// to it next: clocks of file systems tick slowly.
	trustedAge = 2 * time.Second
)

// key is the beginning of a SHA-256.
type key [16]byte

// keyOf returns the key of a list of texts.
func keyOf(parts ...string) (k key) {
	h := sha256.New()
	for _, p := range parts {
		_ = binary.Write(h, binary.LittleEndian, uint64(len(p)))
		_, _ = h.Write([]byte(p))
	}
	copy(k[:], h.Sum(nil))
	return k
}

// Cache is safe for several goroutines. nil knows nothing.
type Cache struct {
	most    int // how large a file may be, in bytes
	root    *os.Root
	secret  []byte // nil for that of a folder that somebody has named
	program string // what made the results
	here    string // the current folder
	opened  time.Time
	shards  [shards]shard
}

// shard is a file of the cache, in memory.
type shard struct {
	mu     sync.Mutex
	loaded bool
	values map[key]string
	order  []key // of what was loaded, the oldest first
	used   map[key]bool
	added  map[key]string
	fresh  []key // the keys of added
}

// errForeign is returned of a folder that is not the user's own.
var errForeign = errors.New("belongs to somebody else")

// Open returns the cache of results in a folder, by default the user's; nil if there can be none.
// An error is about a folder that somebody has named, or that belongs to somebody else.
func Open(folder string) (*Cache, error) {
	if folder == "" {
		return openUsers("check", maxResults)
	}
	c, err := newCache(maxResults)
	if c == nil {
		return nil, err
	}
	if err = os.MkdirAll(folder, 0o700); err != nil {
		return nil, err
	}
	c.root, err = openOwn(folder)
	return c.orNil(err)
}

// OpenFacts returns the user's cache of facts; nil if there can be none, or IsOff: what is not kept is found again.
func OpenFacts() *Cache {
	if IsOff() {
		return nil
	}
	c, err := openUsers("facts", maxFacts)
	if err != nil {
		return nil
	}
	return c
}

// Env names what is "off" in the environment where nobody wants a cache: where times are taken.
const Env = "LUAFLOW_CACHE"

// IsOff reports whether nobody wants a cache.
func IsOff() bool { return os.Getenv(Env) == "off" }

// newCache returns a cache without a folder, of some bytes at most; nil if there can be none.
func newCache(most int) (c *Cache, err error) {
	c = &Cache{program: programKey(), opened: time.Now(), most: most / shards}
	if c.here, err = filepath.Abs("."); err != nil || c.program == "" {
		return nil, nil
	}
	return c, nil
}

// openUsers returns a cache of the user's; nil if there can be none.
func openUsers(name string, most int) (*Cache, error) {
	c, err := newCache(most)
	if c == nil {
		return nil, err
	}
	user, err := os.UserCacheDir()
	if err != nil {
		return nil, nil
	}
	if c.secret = userSecret(); c.secret == nil {
		return nil, nil
	}
	folder := filepath.Join(user, "luaflow", name)
	if os.MkdirAll(folder, 0o700) != nil {
		return nil, nil
	}
	if c.root, err = openOwn(folder); err != nil && !errors.Is(err, errForeign) {
		return nil, nil
	}
	return c.orNil(err)
}

func (c *Cache) orNil(err error) (*Cache, error) {
	if err != nil {
		return nil, err
	}
	return c, nil
}

// openOwn opens a folder of the user's own.
func openOwn(folder string) (*os.Root, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	info, err := root.Stat(".")
	if err == nil && !atomicfile.IsOwn(info) {
		err = &os.PathError{Op: "open", Path: folder, Err: errForeign}
	}
	if err != nil {
		root.Close()
		return nil, err
	}
	return root, nil
}

// userSecret returns the user's secret, and makes one if need be; nil if that is not
// possible. Where two make one at the same time, what one of them writes to the cache is lost.
func userSecret() []byte {
	const name, size = "cache-secret", 32
	settings, err := os.UserConfigDir()
	if err != nil || os.MkdirAll(filepath.Join(settings, "luaflow"), 0o700) != nil {
		return nil
	}
	root, err := openOwn(filepath.Join(settings, "luaflow"))
	if err != nil {
		return nil
	}
	defer root.Close()
	if text := readPrivate(root, name, size); len(text) == size {
		return text
	}
	secret := make([]byte, size)
	_, _ = rand.Read(secret) // never fails
	if atomicfile.ReplaceIn(root, name, secret) != nil {
		return nil
	}
	return secret
}

// readPrivate reads what readTrusted does if nobody else may read it.
func readPrivate(root *os.Root, name string, limit int64) []byte {
	if info, err := root.Lstat(name); err != nil || !atomicfile.IsPrivate(info) {
		return nil
	}
	return readTrusted(root, name, limit)
}

// readTrusted reads a regular file of a folder, and no link to one, of some size at most, that
// belongs to the user and that nobody else may write. It returns nil without such a file.
func readTrusted(root *os.Root, name string, limit int64) []byte {
	info, err := root.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > limit || !atomicfile.IsOwn(info) || atomicfile.IsShared(info) {
		return nil
	}
	f, err := rootfs.RegularIn(root, name)
	if err != nil {
		return nil
	}
	defer f.Close()
	if now, err := f.Stat(); err != nil || !os.SameFile(info, now) {
		return nil // it has become a link
	}
	text, err := rootfs.ReadAll(f, limit)
	if err != nil {
		return nil
	}
	return text
}

// programKey tells programs apart that may find different things: by the version if
// that stands for one state of the source, else by the stamp of the executable.
func programKey() string {
	if v := version.String(); v != "devel" && !strings.Contains(v, "+dirty") {
		return v
	}
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	info, err := os.Stat(path)
	if err != nil {
		return ""
	}
	return path + rootfs.StampOf(info).String()
}

// file returns the key of a file's stamp.
func (c *Cache) file(in project.File) key {
	path := in.Path
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.here, path)
	}
	return keyOf("stamp", path)
}

// Content returns the hash of a file's text, if the file has not changed since it was read.
func (c *Cache) Content(in project.File) (hash string, ok bool) {
	if !in.Stamp.IsValid() {
		return "", false
	}
	return strings.CutPrefix(c.get(c.file(in)), in.Stamp.String())
}

// SetContent notes the hash of the text of a file, and returns it.
func (c *Cache) SetContent(in project.File, text string) (hash string) {
	sum := sha256.Sum256(unsafe.Slice(unsafe.StringData(text), len(text))) // read only
	hash = string(sum[:])
	if in.Stamp.IsValid() && time.Unix(0, in.Stamp.Modified).Before(c.opened.Add(-trustedAge)) {
		c.put(c.file(in), in.Stamp.String()+hash)
	}
	return hash
}

// Result returns what was found in a text, in a configuration.
func (c *Cache) Result(hash, config string, want report.Wants) (report.Result, bool) {
	blob := c.get(keyOf("result", c.program, config, string(rune(want)), hash))
	if blob == "" {
		return report.Result{}, false
	}
	return decodeResult(blob)
}

// SetResult notes what was found.
func (c *Cache) SetResult(hash, config string, want report.Wants, res report.Result) {
	c.put(keyOf("result", c.program, config, string(rune(want)), hash), encodeResult(res))
}

// Fact returns what was noted of a text under a name; not ok if that is nothing.
func (c *Cache) Fact(hash, name string) (value string, ok bool) {
	value = c.get(keyOf("fact", c.program, name, hash))
	return value, value != ""
}

// SetFact notes something of a text under a name, which must not be "".
func (c *Cache) SetFact(hash, name, value string) {
	c.put(keyOf("fact", c.program, name, hash), value)
}

// IsFirst reports whether nobody has asked with this name before, whatever the version of the program. A nil Cache
// knows nothing, and reports false.
func (c *Cache) IsFirst(name string) bool {
	if c == nil {
		return false
	}
	asked := keyOf("first", name)
	first := c.get(asked) == ""
	if first {
		c.put(asked, "asked")
	}
	return first
}

// get returns a value, "" for none.
func (c *Cache) get(k key) string {
	s := &c.shards[k[0]]
	s.mu.Lock()
	defer s.mu.Unlock()
	if value, ok := s.added[k]; ok {
		return value
	}
	if !s.loaded {
		s.loaded = true
		s.order, s.values = c.readShard(k[0])
		s.used = map[key]bool{}
	}
	value := s.values[k]
	if value != "" {
		s.used[k] = true
	}
	return value
}

// put adds a value, or replaces it.
func (c *Cache) put(k key, value string) {
	s := &c.shards[k[0]]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.added == nil {
		s.added = map[key]string{}
	}
	if _, ok := s.added[k]; !ok {
		s.fresh = append(s.fresh, k)
	}
	s.added[k] = value
}

// shardName returns the name of the file of the keys with a first byte.
func shardName(first byte) string {
	const hex = "0123456789abcdef"
	return string([]byte{hex[first>>4], hex[first&15]})
}

// Close writes what is new. No other method may be called from then on.
func (c *Cache) Close() error {
	if c == nil {
		return nil
	}
	defer c.root.Close()
	var first error
	c.removeStale()
	for i := range c.shards {
		if s := &c.shards[i]; len(s.fresh) > 0 {
			if err := c.write(s, byte(i)); err != nil && first == nil {
				first = err
			}
		}
	}
	return first
}

// write merges what is new with what is in a file by now. What was not used by this run
// is the first to go if there is too much.
func (c *Cache) write(s *shard, first byte) error {
	var keys, used []key
	order, values := c.readShard(first)
	for _, k := range order {
		switch _, replaced := s.added[k]; {
		case replaced:
		case s.used[k]:
			used = append(used, k)
		default:
			keys = append(keys, k)
		}
	}
	keys = append(append(keys, used...), s.fresh...)
	maps.Copy(values, s.added)
	return atomicfile.ReplaceIn(c.root, shardName(first), c.encodeShard(first, keys, values))
}

// removeStale removes what runs have left behind that were killed while they wrote.
func (c *Cache) removeStale() { atomicfile.RemoveLeftovers(c.root, ".") }

// code returns what a file of the cache carries, over what is in it and for which keys it is.
func (c *Cache) code(first byte, text []byte) []byte {
	h := hmac.New(sha256.New, c.secret)
	_, _ = h.Write([]byte{first})
	_, _ = h.Write(text)
	return h.Sum(nil)
}

// encodeShard makes a file of the newest entries that fit: the magic, the code of the
// rest, then for each entry the key, the length of the value, and the value.
func (c *Cache) encodeShard(first byte, keys []key, values map[key]string) []byte {
	from, size := len(keys), len(magic)+sha256.Size
	for from > 0 {
		size += len(key{}) + binary.MaxVarintLen32 + len(values[keys[from-1]])
		if size > c.most {
			break
		}
		from--
	}
	text := make([]byte, len(magic)+sha256.Size, size)
	for _, k := range keys[from:] {
		text = append(text, k[:]...)
		text = binary.AppendUvarint(text, uint64(len(values[k])))
		text = append(text, values[k]...)
	}
	copy(text[copy(text, magic):], c.code(first, text[len(magic)+sha256.Size:]))
	return text
}

// readShard reads a file; one that is not as encodeShard makes it is empty.
func (c *Cache) readShard(first byte) (order []key, values map[key]string) {
	values = map[key]string{}
	text := readTrusted(c.root, shardName(first), int64(c.most))
	head := len(magic) + sha256.Size
	if len(text) < head || !bytes.HasPrefix(text, []byte(magic)) {
		return nil, values
	}
	if !hmac.Equal(c.code(first, text[head:]), text[len(magic):head]) {
		return nil, values
	}
	rest := string(text[head:])
	for len(rest) > 0 {
		var k key
		n := copy(k[:], rest)
		size, m := binary.Uvarint([]byte(rest[n:min(len(rest), n+binary.MaxVarintLen64)]))
		if n < len(k) || m <= 0 || size > uint64(len(rest)-n-m) {
			return nil, map[key]string{}
		}
		order = append(order, k)
		values[k] = rest[n+m : n+m+int(size)]
		rest = rest[n+m+int(size):]
	}
	return order, values
}
