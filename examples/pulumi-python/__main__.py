"""OLM and an operator from a bundle folder."""

import pulumi
import pulumi_olm_constructs as olm_constructs

config = pulumi.Config()

olm = olm_constructs.OlmInstallation("olm", version="0.46.0", default_catalog="none")

hello = olm_constructs.BundleDeployment(
    "hello",
    bundle=config.get("bundle") or "../quickstart/bundle",
    namespace="hello",
    install_mode={"type": "OwnNamespace"},
    opts=pulumi.ResourceOptions(depends_on=[olm]),
)

pulumi.export("version", hello.version)
