package com.example;

import io.github.olmconstructs.BundleDeployment;
import io.github.olmconstructs.BundleEngine;
import io.github.olmconstructs.BundleEngineRequest;
import io.github.olmconstructs.BundleEngineResult;
import io.github.olmconstructs.bundle.Bundle;
import java.util.Map;
import org.cdk8s.ApiObject;
import org.cdk8s.ApiObjectMetadata;
import org.cdk8s.App;
import org.cdk8s.Chart;
import org.cdk8s.JsonPatch;
import software.constructs.Construct;

public final class Engine {
    /** Leaves bundles to an installer of the platform, which reads their names from ConfigMaps. */
    public static class InstallerEngine extends BundleEngine {
        public InstallerEngine() {
            super("Installer");
        }

        @Override
        public BundleEngineResult deploy(final Construct scope, final BundleEngineRequest request) {
            final String namespace = request.getNamespace() == null ? "installer" : request.getNamespace();
            ApiObject.Builder.create(scope, "Request")
                .apiVersion("v1")
                .kind("ConfigMap")
                .metadata(ApiObjectMetadata.builder().name(request.getBundle().getPackageName()).namespace(namespace).build())
                .build()
                .addJsonPatch(JsonPatch.add("/data", Map.of("bundle", request.getBundle().getName())));
            return BundleEngineResult.builder().namespace(namespace).build();
        }
    }

    public static void main(final String[] args) {
        final App app = new App();
        final Chart chart = new Chart(app, "engine");
        final Bundle bundle = Bundle.fromDirectory("../../../examples/quickstart/bundle");
        BundleDeployment.Builder.create(chart, "hello").bundle(bundle).namespace("platform").engine(new InstallerEngine()).build();
        final BundleDeployment deployment = BundleDeployment.Builder.create(chart, "again").bundle(bundle).engine(new InstallerEngine()).build();
        ApiObject.Builder.create(chart, "result")
            .apiVersion("v1")
            .kind("Namespace")
            .metadata(ApiObjectMetadata.builder().name(deployment.getNamespace()).build())
            .build();
        app.synth();
    }
}
