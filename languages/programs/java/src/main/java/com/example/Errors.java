package com.example;

import io.github.olmconstructs.Bundle;
import io.github.olmconstructs.OperatorRegistry;
import io.github.olmconstructs.OperatorSubscription;
import java.util.List;
import org.cdk8s.App;
import org.cdk8s.Chart;

public final class Errors {
    public static void main(final String[] args) {
        final Chart chart = new Chart(new App(), "platform");
        final OperatorRegistry registry = OperatorRegistry.Builder.create(chart, "registry")
            .bundles(List.of(Bundle.fromDirectory("../../../examples/quickstart/bundle")))
            .build();
        printError(() -> OperatorSubscription.Builder.create(chart, "hello").catalog(registry).version("9.0.0").build());
        printError(() -> Bundle.fromDirectory("bundles/missing"));
    }

    private static void printError(final Runnable call) {
        try {
            call.run();
        } catch (final RuntimeException error) {
            // The stack trace of Node.js follows the message.
            System.out.println(error.getMessage().lines().findFirst().orElseThrow());
        }
    }
}
