from cdk8s import ApiObject, ApiObjectMetadata, App, Chart, JsonPatch
from constructs import Construct
from olm_constructs import BundleDeployment, BundleEngine, BundleEngineRequest, BundleEngineResult
from olm_constructs.bundle import Bundle


class InstallerEngine(BundleEngine):
    """Leaves bundles to an installer of the platform, which reads their names from ConfigMaps."""

    def __init__(self) -> None:
        super().__init__("Installer")

    def deploy(self, scope: Construct, request: BundleEngineRequest) -> BundleEngineResult:
        namespace = request.namespace or "installer"
        metadata = ApiObjectMetadata(name=request.bundle.package_name, namespace=namespace)
        ApiObject(scope, "Request", api_version="v1", kind="ConfigMap", metadata=metadata).add_json_patch(
            JsonPatch.add("/data", {"bundle": request.bundle.name}),
        )
        return BundleEngineResult(namespace=namespace)


app = App()
chart = Chart(app, "engine")
bundle = Bundle.from_directory("../../../examples/quickstart/bundle")
BundleDeployment(chart, "hello", bundle=bundle, namespace="platform", engine=InstallerEngine())
deployment = BundleDeployment(chart, "again", bundle=bundle, engine=InstallerEngine())
ApiObject(chart, "result", api_version="v1", kind="Namespace", metadata=ApiObjectMetadata(name=deployment.namespace))
app.synth()
