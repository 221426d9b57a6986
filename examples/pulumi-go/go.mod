module example.com/hello

go 1.25.0

require (
	github.com/olm-constructs/olm-constructs/sdk/go v0.0.0
	github.com/pulumi/pulumi/sdk/v3 v3.274.1
)

replace github.com/olm-constructs/olm-constructs/sdk/go => ./sdks/olm-constructs
