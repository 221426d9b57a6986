module example.com/programs

go 1.25

require (
	github.com/aws/jsii-runtime-go v1.140.0
	github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2 v2.68.0
	github.com/olm-constructs/olm-constructs-go/olmconstructs v0.0.0
)
