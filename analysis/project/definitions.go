package project

import (
	"cmp"
	"maps"
	"path/filepath"
	"strings"
	"sync"

	"luaflow/analysis/config"
	"luaflow/analysis/config/rootfs"
	"luaflow/analysis/definitions"
	"luaflow/compile"
	"luaflow/compile/source"
)

// Definitions knows what the definition files of libraries and projects say. It reads a file again when that has changed, or
// what holds for it, and may be asked by any number of goroutines. The zero Definitions is ready.
type Definitions struct {
	// OnRead is told of each file that is read; nil for nobody.
	OnRead func(path string, content []byte)

	mu     sync.Mutex
	files  map[string]defined            // by path
	tables map[string]*definitions.Table // by the folders of a project and its libraries; emptied by Refresh
}

// defined is what one file said when it was read last.
type defined struct {
	stamp rootfs.Stamp
	rules string // the key of what held for it, and its name as a module; "" if it is no definition file whatever holds
	table *definitions.Table
	// assigned is what a file that is none of definitions assigns of the globals in the table with the digest assignedFor.
	assigned    []string
	assignedFor string
}

// Refresh forgets which files there are, and their stamps. Until then they are taken to be what they were when they were first
// asked for.
func (d *Definitions) Refresh() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.tables = nil
}

// Of returns what the definition files say of a project, "" for none, and of the libraries that a configuration names. loaderOf
// returns what reads the configuration of a file or folder, and stop is asked now and then whether to stop, nil for never. It
// is nil if they say nothing. Of the project, or of the libraries together, nothing is known if they are more than MostRead.
func (d *Definitions) Of(own string, rules *config.Config, loaderOf func(path string) *config.Loader, stop func() bool) *definitions.Table {
	libraries := make([]string, 0, 4)
	for _, library := range rules.Libraries() {
		libraries = append(libraries, library.Value)
	}
	if own == "" && len(libraries) == 0 {
		return nil
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	key := own + "\x00" + strings.Join(libraries, "\x00")
	table, ok := d.tables[key]
	if ok {
		return table
	}
	around := Workspace{LoaderOf: loaderOf, Known: map[string]bool{}, Most: MostRead, Stop: stop, Unasked: true}
	if around.Folders = libraries; len(libraries) > 0 {
		table, _, _ = d.read(around)
	}
	if around.Folders = []string{own}; own != "" { // but for the libraries in it, whose files have other names there
		described, modules, programs := d.read(around)
		table = definitions.Merge([]*definitions.Table{described, table})
		table = table.Without(modules, d.assigned(around, programs, table))
	}
	if stop != nil && stop() {
		return nil
	}
	if d.tables == nil {
		d.tables = map[string]*definitions.Table{}
	}
	d.tables[key] = table
	return table
}

// read reads the definition files among some that have changed. It also returns the names by which `require` may find the other ones, in
// whatever folder it searches, and those.
func (d *Definitions) read(around Workspace) (table *definitions.Table, modules map[string]bool, programs []File) {
	r := definitionReader{around: &around, reader: NewReader(nil), onRead: d.OnRead, known: d.files}
	defer r.reader.Close()
	var all []*definitions.Table
	now, modules := map[string]defined{}, map[string]bool{}
	isAll := around.Each(func(f *File) {
		file := r.read(f)
		now[f.Path] = file
		if file.table != nil {
			all = append(all, file.table)
		} else {
			programs = append(programs, *f)
		}
		for name, more := definitions.ModuleAt(f.Inside), file.rules == ""; more && name != ""; _, name, more = strings.Cut(name, ".") {
			modules[name] = true
		}
	})
	if !isAll {
		return nil, nil, nil
	}
	if d.files == nil {
		d.files = now
	} else {
		maps.Copy(d.files, now)
	}
	return definitions.Merge(all), modules, programs
}

// assigned returns what programs assign of the globals in a table.
func (d *Definitions) assigned(around Workspace, programs []File, table *definitions.Table) map[string]bool {
	assigned := map[string]bool{}
	r := definitionReader{around: &around, reader: NewReader(nil)}
	defer r.reader.Close()
	for i := range programs {
		if around.Stop != nil && around.Stop() {
			break
		}
		f := &programs[i]
		file := d.files[f.Path]
		if file.assignedFor != table.Digest() {
			file.assigned, file.assignedFor = r.assigned(f, table), table.Digest()
			d.files[f.Path] = file
		}
		for _, name := range file.assigned {
			assigned[name] = true
		}
	}
	return assigned
}

// assigned returns what a file assigns of the globals in a table.
func (r *definitionReader) assigned(f *File, table *definitions.Table) []string {
	text, err := r.reader.Text(*f)
	if err != nil || !table.Mentions(text) {
		return nil
	}
	rules := r.around.LoaderOf(f.Path).For(f.Path).For(f.Path)
	return definitions.Assigned(r.units.CompileAs(source.NewFile(f.Path, text), rules.Language(rules.Decide(f.Path, text))))
}

// definitionReader reads one definition file after the other.
type definitionReader struct {
	around *Workspace
	reader Reader
	onRead func(path string, content []byte)
	units  compile.Memory
	known  map[string]defined // what was read before
}

// read returns what is said by a file, which is read if that is not known. Only of what may be a definition
// file the configuration is asked, which for others would run that of each folder.
func (r *definitionReader) read(f *File) defined {
	was, isKnown := r.known[f.Path]
	isKnown = isKnown && was.stamp == f.Stamp
	if isKnown && was.rules == "" {
		return was
	}
	module := definitions.ModuleAt(cmp.Or(f.Inside, filepath.Base(f.Path)))
	loaded := sync.OnceValue(func() *config.Loaded { return r.around.LoaderOf(f.Path).For(f.Path) })
	key := sync.OnceValue(func() string { return rulesPrefix + module + " " + loaded().Key(f.Path) })
	if isKnown && was.rules == key() {
		return was
	}
	file := defined{stamp: f.Stamp}
	text, err := r.reader.Text(*f)
	if err == nil && r.onRead != nil {
		r.onRead(f.Path, []byte(text))
	}
	if err != nil || !definitions.MayBeMeta(text) {
		return file
	}
	file.rules = key()
	if _, excluded := loaded().Excluded(f.Path); excluded {
		return file
	}
	rules := loaded().For(f.Path)
	u := r.units.CompileAs(source.NewFile(f.Path, text), rules.Language(rules.Decide(f.Path, text)))
	if definitions.IsMeta(u.Tree) {
		file.table = definitions.Read(u, module)
	}
	return file
}

// rulesPrefix is in front of the key of what holds for a file, which may be "".
const rulesPrefix = "rules "
