package explore_test

import (
	"context"
	"encoding/json"
	"os"
	"testing"

	"luaflow/analysis/explore"
)

func TestTry(t *testing.T) {
	x := explore.New()
	text, _ := json.Marshal(explore.Text{Name: "a.lua", Text: "local n = 27\nlocal steps = 0\nlocal unused = 1\nwhile n ~= 1 do\n  if n % 2 == 0 then n = n // 2 else n = 3*n + 1 end\n  steps = steps + 1\nend\nlocal t = {a = 1}\nt.a = 5\nlocal function f() return steps + t.a end\nprint(f())\n"})
	for _, q := range []string{`{"id":1,"method":"open","params":` + string(text) + `}`, `{"id":2,"method":"function","params":{"path":"0"}}`, `{"id":3,"method":"select","params":{"at":134,"path":"","pc":0}}`, `{"id":4,"method":"select","params":{"at":-1,"path":"0","pc":8}}`, `{"id":5,"method":"fixAll"}`} {
		out := x.Handle(context.Background(), []byte(q))
		var v any
		json.Unmarshal(out, &v)
		if m, ok := v.(map[string]any)["result"].(map[string]any); ok {
			if fs, ok := m["findings"].([]any); ok {
				for _, f := range fs {
					f.(map[string]any)["page"] = ""
				}
			}
		}
		b, _ := json.MarshalIndent(v, "", " ")
		os.Stdout.Write(b)
	}
}
