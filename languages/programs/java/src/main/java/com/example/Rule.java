package com.example;

import io.github.olmconstructs.validation.BundleValidation;
import io.github.olmconstructs.validation.BundleValidationOptions;
import io.github.olmconstructs.validation.FindingSeverity;
import io.github.olmconstructs.validation.IValidationRule;
import io.github.olmconstructs.validation.RuleBreach;
import io.github.olmconstructs.validation.ValidatedBundle;
import java.util.List;

public final class Rule {
    /** Each bundle names the team that owns it. */
    public static class HasTeam implements IValidationRule {
        @Override
        public String getId() {
            return "acme-team";
        }

        @Override
        public FindingSeverity getSeverity() {
            return FindingSeverity.ERROR;
        }

        @Override
        public String getSummary() {
            return "a bundle names its team";
        }

        @Override
        public String getRemedy() {
            return "set the annotation acme.example.com/team";
        }

        @Override
        public List<RuleBreach> check(final ValidatedBundle bundle) {
            if (bundle.getAnnotations().containsKey("acme.example.com/team")) {
                return List.of();
            }
            return List.of(RuleBreach.builder()
                .message("package " + bundle.getPackageName() + " has no team")
                .file("metadata/annotations.yaml")
                .build());
        }
    }

    public static void main(final String[] args) {
        System.out.print(BundleValidation.ofPath("../../../examples/quickstart/bundle", BundleValidationOptions.builder()
            .customRules(List.of(new HasTeam())).build()).toText());
    }
}
