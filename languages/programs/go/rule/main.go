package main

import (
	"fmt"

	"github.com/aws/jsii-runtime-go"
	"github.com/olm-constructs/olm-constructs-go/olmconstructs/validation"
)

// hasTeam is a rule: each bundle names the team that owns it.
type hasTeam struct{}

func (hasTeam) Id() *string      { return jsii.String("acme-team") }
func (hasTeam) Summary() *string { return jsii.String("a bundle names its team") }
func (hasTeam) Remedy() *string  { return jsii.String("set the annotation acme.example.com/team") }
func (hasTeam) Source() *string  { return nil }

func (hasTeam) Severity() validation.FindingSeverity {
	return validation.FindingSeverity_ERROR
}

func (hasTeam) Check(bundle validation.ValidatedBundle) *[]*validation.RuleBreach {
	if _, named := (*bundle.Annotations())["acme.example.com/team"]; named {
		return &[]*validation.RuleBreach{}
	}
	return &[]*validation.RuleBreach{{
		Message: jsii.String(fmt.Sprintf("package %s has no team", *bundle.PackageName())),
		File:    jsii.String("metadata/annotations.yaml"),
	}}
}

func main() {
	defer jsii.Close()
	report := validation.BundleValidation_OfPath(jsii.String("../../../examples/quickstart/bundle"), &validation.BundleValidationOptions{
		CustomRules: &[]validation.IValidationRule{&hasTeam{}},
	})
	fmt.Print(*report.ToText(nil))
}
