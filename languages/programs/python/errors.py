from collections.abc import Callable

from cdk8s import App, Chart
from olm_constructs import CatalogRef, OperatorRegistry, OperatorSubscription
from olm_constructs.bundle import Bundle
from olm_constructs.validation import BundleValidation, RuleSetting

BUNDLE = "../../../examples/quickstart/bundle"


def print_error(call: Callable[[], object]) -> None:
    try:
        call()
    except RuntimeError as error:
        print(error)


app = App()
chart = Chart(app, "platform")
registry = OperatorRegistry(chart, "registry", bundles=[Bundle.from_directory(BUNDLE)])
catalog = CatalogRef.named("operatorhubio-catalog", "olm")
OperatorSubscription(chart, "etcd", catalog=catalog, package_name="etcd", namespace="team")
OperatorSubscription(chart, "prometheus", catalog=catalog, package_name="prometheus", namespace="team", create_namespace=False)

print_error(lambda: OperatorSubscription(chart, "hello", catalog=registry, version="9.0.0"))
print_error(lambda: Bundle.from_directory("bundles/missing"))
print_error(lambda: BundleValidation.of_path(BUNDLE, rules=[RuleSetting.silence("csv-name", "")]))
print_error(app.synth)
