package com.example;

import io.github.olmconstructs.CatalogRef;
import io.github.olmconstructs.OperatorRegistry;
import io.github.olmconstructs.OperatorSubscription;
import io.github.olmconstructs.bundle.Bundle;
import io.github.olmconstructs.validation.BundleValidation;
import io.github.olmconstructs.validation.BundleValidationOptions;
import io.github.olmconstructs.validation.RuleSetting;
import java.util.List;
import org.cdk8s.App;
import org.cdk8s.Chart;

public final class Errors {
    private static final String BUNDLE = "../../../examples/quickstart/bundle";

    public static void main(final String[] args) {
        final App app = new App();
        final Chart chart = new Chart(app, "platform");
        final OperatorRegistry registry = OperatorRegistry.Builder.create(chart, "registry").bundles(List.of(Bundle.fromDirectory(BUNDLE))).build();
        final CatalogRef catalog = CatalogRef.named("operatorhubio-catalog", "olm");
        OperatorSubscription.Builder.create(chart, "etcd").catalog(catalog).packageName("etcd").namespace("team").build();
        OperatorSubscription.Builder.create(chart, "prometheus").catalog(catalog).packageName("prometheus").namespace("team").createNamespace(false).build();

        printError(() -> OperatorSubscription.Builder.create(chart, "hello").catalog(registry).version("9.0.0").build());
        printError(() -> Bundle.fromDirectory("bundles/missing"));
        printError(() -> BundleValidation.ofPath(BUNDLE, BundleValidationOptions.builder()
            .rules(List.of(RuleSetting.silence("csv-name", ""))).build()));
        printError(app::synth);
    }

    private static void printError(final Runnable call) {
        try {
            call.run();
        } catch (final RuntimeException error) {
            System.out.println(withoutStackTrace(error.getMessage()));
        }
    }

    /** Returns a message without the stack trace of Node.js that follows it, which begins with the message again. */
    private static String withoutStackTrace(final String text) {
        final int again = text.indexOf(": " + text.lines().findFirst().orElseThrow());
        return again < 0 ? text : text.substring(0, text.lastIndexOf('\n', again));
    }
}
