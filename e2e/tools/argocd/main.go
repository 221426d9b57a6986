// Command lua-health runs health checks for Argo CD over objects: it reads lines of JSON with a script and an object, and writes a line with the status
// and message, or the error, for each.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	lua "github.com/yuin/gopher-lua"
)

// Check is a line of input.
type Check struct {
	Script string         `json:"script"`
	Object map[string]any `json:"object"`
}

// Result is a line of output.
type Result struct {
	Status  string `json:"status"`
	Message string `json:"message"`
	Error   string `json:"error,omitempty"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for lines.Scan() {
		var check Check
		if err := json.Unmarshal(lines.Bytes(), &check); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		if err := out.Encode(run(check)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run executes a check in a virtual machine with the libraries that Argo CD opens for scripts of argocd-cm, and within its second. Argo CD also offers
// os.time and os.date, which our scripts do not use.
func run(check Check) Result {
	state := lua.NewState(lua.Options{SkipOpenLibs: true})
	defer state.Close()
	for _, library := range []struct {
		name string
		open lua.LGFunction
	}{{lua.LoadLibName, lua.OpenPackage}, {lua.BaseLibName, lua.OpenBase}, {lua.TabLibName, lua.OpenTable}} {
		if err := state.CallByParam(lua.P{Fn: state.NewFunction(library.open), Protect: true}, lua.LString(library.name)); err != nil {
			return Result{Error: err.Error()}
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	state.SetContext(ctx)
	state.SetGlobal("obj", value(state, check.Object))
	if err := state.DoString(check.Script); err != nil {
		return Result{Error: err.Error()}
	}
	table, ok := state.Get(-1).(*lua.LTable)
	if !ok {
		return Result{Error: "expect table output from Lua script, not " + state.Get(-1).Type().String()}
	}
	return Result{Status: field(table, "status"), Message: field(table, "message")}
}

func field(table *lua.LTable, name string) string {
	if text, ok := table.RawGetString(name).(lua.LString); ok {
		return string(text)
	}
	return ""
}

// value converts JSON to Lua as Argo CD does: null is nil, numbers are floating-point numbers.
func value(state *lua.LState, in any) lua.LValue {
	switch typed := in.(type) {
	case bool:
		return lua.LBool(typed)
	case float64:
		return lua.LNumber(typed)
	case string:
		return lua.LString(typed)
	case []any:
		list := state.CreateTable(len(typed), 0)
		for _, item := range typed {
			list.Append(value(state, item))
		}
		return list
	case map[string]any:
		table := state.CreateTable(0, len(typed))
		for key, item := range typed {
			table.RawSetString(key, value(state, item))
		}
		return table
	default:
		return lua.LNil
	}
}
