import jsii
from olm_constructs.validation import BundleValidation, FindingSeverity, IValidationRule, RuleBreach, ValidatedBundle


@jsii.implements(IValidationRule)
class HasTeam:
    """Each bundle names the team that owns it."""

    @property
    def id(self) -> str:
        return "acme-team"

    @property
    def severity(self) -> FindingSeverity:
        return FindingSeverity.ERROR

    @property
    def summary(self) -> str:
        return "a bundle names its team"

    @property
    def remedy(self) -> str:
        return "set the annotation acme.example.com/team"

    def check(self, bundle: ValidatedBundle) -> list[RuleBreach]:
        if "acme.example.com/team" in bundle.annotations:
            return []
        return [RuleBreach(message=f"package {bundle.package_name} has no team", file="metadata/annotations.yaml")]


report = BundleValidation.of_path("../../../examples/quickstart/bundle", custom_rules=[HasTeam()])
print(report.to_text(), end="")
