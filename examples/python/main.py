from cdk8s import App, Chart
from olm_constructs import BundleDeployment, DefaultCatalog, OlmInstallation
from olm_constructs.bundle import Bundle

app = App()

# Each chart is a file; kubectl needs the CRDs before the rest.
crds = Chart(app, "olm-crds")
OlmInstallation(
    Chart(app, "olm"), "olm",
    crd_scope=crds, default_catalog=DefaultCatalog.none(),
)

BundleDeployment(
    Chart(app, "operator"), "hello",
    bundle=Bundle.from_directory("../quickstart/bundle"),
)

app.synth()
