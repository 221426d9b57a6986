from cdk8s import App, Chart
from olm_constructs import DefaultCatalog, InstallMode, OlmInstallation, OperatorConfig, OperatorRegistry, OperatorSubscription
from olm_constructs.bundle import Bundle

app = App()
chart = Chart(app, "platform")

OlmInstallation(chart, "olm", default_catalog=DefaultCatalog.none())

registry = OperatorRegistry(
    chart,
    "registry",
    bundles=[Bundle.from_directory("../quickstart/bundle")],
)

OperatorSubscription(
    chart,
    "hello",
    catalog=registry,
    version="0.1.0",
    install_mode=InstallMode.own_namespace(),
    config=OperatorConfig(node_selector={"kubernetes.io/arch": "amd64"}),
)

app.synth()
