from cdk8s import App, Chart
from olm_constructs import CatalogRef, OperatorSubscription, olm


class TeamSubscription(OperatorSubscription):
    """A Subscription whose operator logs as the platform team wants it."""

    def _subscription_spec(self) -> olm.SubscriptionSpec:
        spec = super()._subscription_spec()
        return olm.SubscriptionSpec(
            name=spec.name,
            channel=spec.channel,
            source=spec.source,
            source_namespace=spec.source_namespace,
            install_plan_approval=spec.install_plan_approval,
            config=olm.SubscriptionSpecConfig(env=[olm.SubscriptionSpecConfigEnv(name="LOG_LEVEL", value="debug")]),
        )


app = App()
chart = Chart(app, "team")
TeamSubscription(chart, "prometheus", catalog=CatalogRef.named("operatorhubio-catalog", "olm"), package_name="prometheus", channel="beta")
app.synth()
