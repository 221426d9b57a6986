from cdk8s import App, Chart
from olm_constructs import CatalogRef, EnvVariable, OperatorConfig, OperatorSubscription


class TeamSubscription(OperatorSubscription):
    """A Subscription whose operator logs as the platform team wants it."""

    def _operator_config(self) -> OperatorConfig:
        return OperatorConfig(env=[EnvVariable(name="LOG_LEVEL", value="debug")])


app = App()
chart = Chart(app, "team")
TeamSubscription(chart, "prometheus", catalog=CatalogRef.named("operatorhubio-catalog", "olm"), package_name="prometheus", channel="beta")
app.synth()
