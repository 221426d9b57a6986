// Command cel-health evaluates the health checks of Flux: it reads {"check": {...}, "object": {...}} line by line, and prints the verdict on each object
// as Flux' kustomize-controller decides it: inProgress, failed, current, or unknown with the error of the evaluation, for which Flux also waits.
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"

	"github.com/google/cel-go/cel"
	"github.com/google/cel-go/ext"
)

type check struct {
	InProgress string `json:"inProgress"`
	Failed     string `json:"failed"`
	Current    string `json:"current"`
}

type input struct {
	Check  check          `json:"check"`
	Object map[string]any `json:"object"`
}

var programs = map[string]cel.Program{}

// newEnvironment has the options with which Flux parses expressions; it does not check types.
func newEnvironment() (*cel.Env, error) {
	return cel.NewEnv(cel.HomogeneousAggregateLiterals(), cel.EagerlyValidateDeclarations(true), cel.DefaultUTCTimeZone(true),
		cel.CrossTypeNumericComparisons(true), cel.OptionalTypes(), ext.Strings(), ext.Sets(), ext.Encoders())
}

func evaluate(env *cel.Env, expression string, object map[string]any) (bool, error) {
	program, found := programs[expression]
	if !found {
		ast, issues := env.Parse(expression)
		if issues.Err() != nil {
			return false, issues.Err()
		}
		made, err := env.Program(ast, cel.EvalOptions(cel.OptOptimize), cel.InterruptCheckFrequency(100))
		if err != nil {
			return false, err
		}
		programs[expression] = made
		program = made
	}
	value, _, err := program.Eval(object)
	if err != nil {
		return false, err
	}
	result, isBool := value.Value().(bool)
	if !isBool {
		return false, fmt.Errorf("%q is not a boolean expression", expression)
	}
	return result, nil
}

// verdict decides as Flux does, including its comparison of status.observedGeneration, which comes first.
func verdict(env *cel.Env, in input) string {
	metadata, _ := in.Object["metadata"].(map[string]any)
	status, _ := in.Object["status"].(map[string]any)
	observed, isObserved := status["observedGeneration"]
	if generation, has := metadata["generation"]; isObserved && has && observed != generation {
		return "inProgress"
	}
	for _, each := range []struct{ expression, name string }{
		{in.Check.InProgress, "inProgress"}, {in.Check.Failed, "failed"}, {in.Check.Current, "current"},
	} {
		if each.expression == "" {
			continue
		}
		result, err := evaluate(env, each.expression, in.Object)
		if err != nil {
			return "unknown: " + err.Error()
		}
		if result {
			return each.name
		}
	}
	return "inProgress"
}

// withIntegers turns whole numbers into integers, as Kubernetes' clients do.
func withIntegers(value any) any {
	switch typed := value.(type) {
	case map[string]any:
		for key, inner := range typed {
			typed[key] = withIntegers(inner)
		}
	case []any:
		for index, inner := range typed {
			typed[index] = withIntegers(inner)
		}
	case float64:
		if typed == float64(int64(typed)) {
			return int64(typed)
		}
	}
	return value
}

func main() {
	env, err := newEnvironment()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var in input
		if err := json.Unmarshal(lines.Bytes(), &in); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		withIntegers(in.Object)
		fmt.Println(verdict(env, in))
	}
	if err := lines.Err(); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
