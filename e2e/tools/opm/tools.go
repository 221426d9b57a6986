//go:build tools

// Package tools names the command that the end-to-end tests build, so that go.mod and go.sum pin it.
package tools

import (
	_ "github.com/operator-framework/operator-registry/cmd/opm"
)
