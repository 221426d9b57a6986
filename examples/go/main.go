package main

import (
	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	"github.com/olm-constructs/olm-constructs-go/olmconstructs"
	"github.com/olm-constructs/olm-constructs-go/olmconstructs/bundle"
)

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)
	chart := cdk8s.NewChart(app, jsii.String("platform"), nil)

	olmconstructs.NewOlmInstallation(chart, jsii.String("olm"), &olmconstructs.OlmInstallationProps{
		DefaultCatalog: olmconstructs.DefaultCatalog_None(),
	})

	registry := olmconstructs.NewOperatorRegistry(chart, jsii.String("registry"), &olmconstructs.OperatorRegistryProps{
		Bundles: &[]bundle.Bundle{
			bundle.Bundle_FromDirectory(jsii.String("../quickstart/bundle"), nil),
		},
	})

	olmconstructs.NewOperatorSubscription(chart, jsii.String("hello"), &olmconstructs.OperatorSubscriptionProps{
		Catalog:     registry,
		Version:     jsii.String("0.1.0"),
		InstallMode: olmconstructs.InstallMode_OwnNamespace(),
		Config: &olmconstructs.OperatorConfig{
			NodeSelector: &map[string]*string{"kubernetes.io/arch": jsii.String("amd64")},
		},
	})

	app.Synth()
}
