package com.example;

import io.github.olmconstructs.CatalogRef;
import io.github.olmconstructs.EnvVariable;
import io.github.olmconstructs.OperatorConfig;
import io.github.olmconstructs.OperatorSubscription;
import io.github.olmconstructs.OperatorSubscriptionProps;
import java.util.List;
import org.cdk8s.App;
import org.cdk8s.Chart;
import software.constructs.Construct;

public final class Subclass {
    /** A Subscription whose operator logs as the platform team wants it. */
    public static class TeamSubscription extends OperatorSubscription {
        public TeamSubscription(final Construct scope, final String id, final OperatorSubscriptionProps props) {
            super(scope, id, props);
        }

        @Override
        protected OperatorConfig operatorConfig() {
            return OperatorConfig.builder()
                .env(List.of(EnvVariable.builder().name("LOG_LEVEL").value("debug").build()))
                .build();
        }
    }

    public static void main(final String[] args) {
        final App app = new App();
        final Chart chart = new Chart(app, "team");
        new TeamSubscription(chart, "prometheus", OperatorSubscriptionProps.builder()
            .catalog(CatalogRef.named("operatorhubio-catalog", "olm")).packageName("prometheus").channel("beta").build());
        app.synth();
    }
}
