package main

import (
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	"github.com/olm-constructs/olm-constructs-go/olmconstructs"
	"github.com/olm-constructs/olm-constructs-go/olmconstructs/bundle"
)

// installerEngine leaves bundles to an installer of the platform, which reads their names from ConfigMaps.
type installerEngine struct {
	olmconstructs.BundleEngine
}

func newInstallerEngine() *installerEngine {
	engine := &installerEngine{}
	olmconstructs.NewBundleEngine_Override(engine, jsii.String("Installer"))
	return engine
}

func (*installerEngine) Deploy(scope constructs.Construct, request *olmconstructs.BundleEngineRequest) *olmconstructs.BundleEngineResult {
	namespace := request.Namespace
	if namespace == nil {
		namespace = jsii.String("installer")
	}
	cdk8s.NewApiObject(scope, jsii.String("Request"), &cdk8s.ApiObjectProps{
		ApiVersion: jsii.String("v1"),
		Kind:       jsii.String("ConfigMap"),
		Metadata:   &cdk8s.ApiObjectMetadata{Name: request.Bundle.PackageName(), Namespace: namespace},
	}).AddJsonPatch(cdk8s.JsonPatch_Add(jsii.String("/data"), map[string]*string{"bundle": request.Bundle.Name()}))
	return &olmconstructs.BundleEngineResult{Namespace: namespace}
}

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)
	chart := cdk8s.NewChart(app, jsii.String("engine"), nil)
	hello := bundle.Bundle_FromDirectory(jsii.String("../../../examples/quickstart/bundle"), nil)
	olmconstructs.NewBundleDeployment(chart, jsii.String("hello"), &olmconstructs.BundleDeploymentProps{
		Bundle: hello, Namespace: jsii.String("platform"), Engine: newInstallerEngine(),
	})
	deployment := olmconstructs.NewBundleDeployment(chart, jsii.String("again"), &olmconstructs.BundleDeploymentProps{
		Bundle: hello, Engine: newInstallerEngine(),
	})
	cdk8s.NewApiObject(chart, jsii.String("result"), &cdk8s.ApiObjectProps{
		ApiVersion: jsii.String("v1"),
		Kind:       jsii.String("Namespace"),
		Metadata:   &cdk8s.ApiObjectMetadata{Name: deployment.Namespace()},
	})
	app.Synth()
}
