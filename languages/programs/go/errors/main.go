package main

import (
	"fmt"

	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	"github.com/olm-constructs/olm-constructs-go/olmconstructs"
	"github.com/olm-constructs/olm-constructs-go/olmconstructs/bundle"
	"github.com/olm-constructs/olm-constructs-go/olmconstructs/validation"
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
	path := jsii.String("../../../examples/quickstart/bundle")
	app := cdk8s.NewApp(nil)
	chart := cdk8s.NewChart(app, jsii.String("platform"), nil)
	registry := olmconstructs.NewOperatorRegistry(chart, jsii.String("registry"), &olmconstructs.OperatorRegistryProps{
		Bundles: &[]bundle.Bundle{bundle.Bundle_FromDirectory(path, nil)},
	})
	catalog := olmconstructs.CatalogRef_Named(jsii.String("operatorhubio-catalog"), jsii.String("olm"), nil)
	olmconstructs.NewOperatorSubscription(chart, jsii.String("etcd"), &olmconstructs.OperatorSubscriptionProps{
		Catalog: catalog, PackageName: jsii.String("etcd"), Namespace: jsii.String("team"),
	})
	olmconstructs.NewOperatorSubscription(chart, jsii.String("prometheus"), &olmconstructs.OperatorSubscriptionProps{
		Catalog: catalog, PackageName: jsii.String("prometheus"), Namespace: jsii.String("team"), CreateNamespace: jsii.Bool(false),
	})

	printError(func() {
		olmconstructs.NewOperatorSubscription(chart, jsii.String("hello"), &olmconstructs.OperatorSubscriptionProps{
			Catalog: registry,
			Version: jsii.String("9.0.0"),
		})
	})
	printError(func() {
		bundle.Bundle_FromDirectory(jsii.String("bundles/missing"), nil)
	})
	printError(func() {
		validation.BundleValidation_OfPath(path, &validation.BundleValidationOptions{
			Rules: &[]validation.RuleSetting{validation.RuleSetting_Silence(jsii.String("csv-name"), jsii.String(""), nil)},
		})
	})
	printError(app.Synth)
}
