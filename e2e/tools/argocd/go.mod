module olm-constructs/e2e/tools/argocd

go 1.26.0

require (
	github.com/evanphx/json-patch v5.9.11+incompatible
	github.com/itchyny/gojq v0.12.19
	github.com/yuin/gopher-lua v1.1.2
)

require github.com/itchyny/timefmt-go v0.1.8 // indirect
