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

	// Each chart is a file; kubectl needs the CRDs before the rest.
	crds := cdk8s.NewChart(app, jsii.String("olm-crds"), nil)
	olm := cdk8s.NewChart(app, jsii.String("olm"), nil)
	olmconstructs.NewOlmInstallation(olm, jsii.String("olm"), &olmconstructs.OlmInstallationProps{
		CrdScope:       crds,
		DefaultCatalog: olmconstructs.DefaultCatalog_None(),
	})

	operator := cdk8s.NewChart(app, jsii.String("operator"), nil)
	olmconstructs.NewBundleDeployment(operator, jsii.String("hello"), &olmconstructs.BundleDeploymentProps{
		Bundle: bundle.Bundle_FromDirectory(jsii.String("../quickstart/bundle"), nil),
	})

	app.Synth()
}
