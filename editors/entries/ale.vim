" Author: luaflow's authors
" Description: luaflow finds dead stores and other waste in Lua code by following every value

call ale#Set('lua_luaflow_executable', 'luaflow')
call ale#Set('lua_luaflow_options', '')

function! ale_linters#lua#luaflow#Handle(buffer, lines) abort
    let l:severities = {'error': 'E', 'warning': 'W', 'hint': 'I'}
    let l:output = []

    for l:found in ale#util#FuzzyJSONDecode(join(a:lines, ''), [])
        call add(l:output, {
        \   'lnum': l:found.line,
        \   'col': l:found.col,
        \   'end_lnum': l:found.endLine,
        \   'end_col': l:found.endCol - 1,
        \   'code': l:found.code,
        \   'text': l:found.message,
        \   'type': l:severities[l:found.severity],
        \})
    endfor

    return l:output
endfunction

call ale#linter#Define('lua', {
\   'name': 'luaflow',
\   'executable': {b -> ale#Var(b, 'lua_luaflow_executable')},
\   'command': {b -> '%e check --format json --no-fixes ' . ale#Pad(ale#Var(b, 'lua_luaflow_options')) . ' --filename %s -'},
\   'callback': 'ale_linters#lua#luaflow#Handle',
\})
