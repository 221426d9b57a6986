// OLM and an operator from a bundle folder.
package main

import (
	"github.com/olm-constructs/olm-constructs/sdk/go/olmconstructs"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		bundle := config.Get(ctx, "bundle")
		if bundle == "" {
			bundle = "../quickstart/bundle"
		}

		olm, err := olmconstructs.NewOlmInstallation(ctx, "olm", &olmconstructs.OlmInstallationArgs{
			Version:        pulumi.StringRef("0.46.0"),
			DefaultCatalog: pulumi.StringRef("none"),
		})
		if err != nil {
			return err
		}

		hello, err := olmconstructs.NewBundleDeployment(ctx, "hello", &olmconstructs.BundleDeploymentArgs{
			Bundle:      bundle,
			Namespace:   pulumi.String("hello"),
			InstallMode: &olmconstructs.InstallModeArgs{Type: pulumi.String("OwnNamespace")},
		}, pulumi.DependsOn([]pulumi.Resource{olm}))
		if err != nil {
			return err
		}

		ctx.Export("version", hello.Version)
		return nil
	})
}
