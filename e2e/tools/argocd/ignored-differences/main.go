// Command ignored-differences removes from objects what an Application ignores, as Argo CD does: it reads lines of JSON with the rules, the object in
// git and the object in the cluster, and writes a line with both as Argo CD compares them, and what it applies with RespectIgnoreDifferences=true.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"time"

	jsonpatch "github.com/evanphx/json-patch"
	"github.com/itchyny/gojq"
)

// Pair is a line of input.
type Pair struct {
	JSONPointers      []string        `json:"jsonPointers"`
	JQPathExpressions []string        `json:"jqPathExpressions"`
	Git               json.RawMessage `json:"git"`
	Cluster           json.RawMessage `json:"cluster"`
}

// Result is a line of output.
type Result struct {
	Git     json.RawMessage `json:"git"`
	Cluster json.RawMessage `json:"cluster"`
	Applied json.RawMessage `json:"applied"`
}

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run() error {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	out := json.NewEncoder(os.Stdout)
	out.SetEscapeHTML(false)
	for lines.Scan() {
		var pair Pair
		if err := json.Unmarshal(lines.Bytes(), &pair); err != nil {
			return err
		}
		result, err := compare(pair)
		if err != nil {
			return err
		}
		if err := out.Encode(result); err != nil {
			return err
		}
	}
	return lines.Err()
}

// compare removes the ignored fields, and copies those of the cluster into what is applied.
func compare(pair Pair) (Result, error) {
	git, err := without(pair, pair.Git)
	if err != nil {
		return Result{}, err
	}
	cluster, err := without(pair, pair.Cluster)
	if err != nil {
		return Result{}, err
	}
	ignored, err := jsonpatch.CreateMergePatch(cluster, pair.Cluster)
	if err != nil {
		return Result{}, err
	}
	applied, err := jsonpatch.MergePatch(git, ignored)
	return Result{Git: git, Cluster: cluster, Applied: applied}, err
}

// without removes the ignored fields. Argo CD skips a rule that fails on an object; a pointer fails if the field does not exist. Expressions must not.
func without(pair Pair, object []byte) ([]byte, error) {
	for _, pointer := range pair.JSONPointers {
		operations, err := json.Marshal([]map[string]string{{"op": "remove", "path": pointer}})
		if err != nil {
			return nil, err
		}
		patch, err := jsonpatch.DecodePatch(operations)
		if err != nil {
			return nil, err
		}
		if patched, err := patch.Apply(object); err == nil {
			object = patched
		}
	}
	for _, expression := range pair.JQPathExpressions {
		patched, err := deletePaths(expression, object)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", expression, err)
		}
		object = patched
	}
	return object, nil
}

// deletePaths evaluates an expression within Argo CD's second.
func deletePaths(expression string, object []byte) ([]byte, error) {
	query, err := gojq.Parse(fmt.Sprintf("del(%s)", expression))
	if err != nil {
		return nil, err
	}
	code, err := gojq.Compile(query)
	if err != nil {
		return nil, err
	}
	data := make(map[string]any)
	if err := json.Unmarshal(object, &data); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	values := code.RunWithContext(ctx, data)
	first, ok := values.Next()
	if !ok {
		return nil, fmt.Errorf("no result")
	}
	if err, ok := first.(error); ok {
		return nil, err
	}
	if _, ok := values.Next(); ok {
		return nil, fmt.Errorf("several results")
	}
	return json.Marshal(first)
}
