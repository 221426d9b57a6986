package com.example;

import io.github.olmconstructs.BundleDeployment;
import io.github.olmconstructs.DefaultCatalog;
import io.github.olmconstructs.OlmInstallation;
import io.github.olmconstructs.bundle.Bundle;
import org.cdk8s.App;
import org.cdk8s.Chart;

public final class Main {
    public static void main(final String[] args) {
        final App app = new App();

        // Each chart is a file; kubectl needs the CRDs before the rest.
        final Chart crds = new Chart(app, "olm-crds");
        OlmInstallation.Builder.create(new Chart(app, "olm"), "olm")
            .crdScope(crds)
            .defaultCatalog(DefaultCatalog.none())
            .build();

        BundleDeployment.Builder.create(new Chart(app, "operator"), "hello")
            .bundle(Bundle.fromDirectory("../quickstart/bundle"))
            .build();

        app.synth();
    }
}
