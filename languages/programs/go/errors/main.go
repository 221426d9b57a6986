package main

import (
	"fmt"

	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	"github.com/olm-constructs/olm-constructs-go/olmconstructs"
)

// printError prints what a call panics with: jsii turns each error into a panic.
func printError(call func()) {
	defer func() {
		if err := recover(); err != nil {
			fmt.Println(err)
		}
	}()
	call()
}

func main() {
	defer jsii.Close()
	chart := cdk8s.NewChart(cdk8s.NewApp(nil), jsii.String("platform"), nil)
	bundle := olmconstructs.Bundle_FromDirectory(jsii.String("../../../examples/quickstart/bundle"), nil)
	registry := olmconstructs.NewOperatorRegistry(chart, jsii.String("registry"), &olmconstructs.OperatorRegistryProps{
		Bundles: &[]olmconstructs.Bundle{bundle},
	})
	printError(func() {
		olmconstructs.NewOperatorSubscription(chart, jsii.String("hello"), &olmconstructs.OperatorSubscriptionProps{
			Catalog: registry,
			Version: jsii.String("9.0.0"),
		})
	})
	printError(func() {
		olmconstructs.Bundle_FromDirectory(jsii.String("bundles/missing"), nil)
	})
}
