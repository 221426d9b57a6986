package com.example;

import io.github.olmconstructs.DefaultCatalog;
import io.github.olmconstructs.InstallMode;
import io.github.olmconstructs.OlmInstallation;
import io.github.olmconstructs.OperatorConfig;
import io.github.olmconstructs.OperatorRegistry;
import io.github.olmconstructs.OperatorSubscription;
import io.github.olmconstructs.bundle.Bundle;
import java.util.List;
import java.util.Map;
import org.cdk8s.App;
import org.cdk8s.Chart;

public final class Main {
    public static void main(final String[] args) {
        final App app = new App();
        final Chart chart = new Chart(app, "platform");

        OlmInstallation.Builder.create(chart, "olm").defaultCatalog(DefaultCatalog.none()).build();

        final OperatorRegistry registry = OperatorRegistry.Builder.create(chart, "registry")
            .bundles(List.of(Bundle.fromDirectory("../quickstart/bundle")))
            .build();

        OperatorSubscription.Builder.create(chart, "hello")
            .catalog(registry)
            .version("0.1.0")
            .installMode(InstallMode.ownNamespace())
            .config(OperatorConfig.builder().nodeSelector(Map.of("kubernetes.io/arch", "amd64")).build())
            .build();

        app.synth();
    }
}
