from cdk8s import App, Chart
from olm_constructs import Bundle, OperatorRegistry, OperatorSubscription

chart = Chart(App(), "platform")
bundle = Bundle.from_directory("../../../examples/quickstart/bundle")
registry = OperatorRegistry(chart, "registry", bundles=[bundle])

try:
    OperatorSubscription(chart, "hello", catalog=registry, version="9.0.0")
except Exception as error:
    print(error)

try:
    Bundle.from_directory("bundles/missing")
except Exception as error:
    print(error)
