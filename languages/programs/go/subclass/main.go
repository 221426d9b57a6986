package main

import (
	"github.com/aws/constructs-go/constructs/v10"
	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
	"github.com/olm-constructs/olm-constructs-go/olmconstructs"
)

// teamSubscription is a Subscription whose operator logs as the platform team wants it.
type teamSubscription struct {
	olmconstructs.OperatorSubscription
}

func newTeamSubscription(scope constructs.Construct, id string, props *olmconstructs.OperatorSubscriptionProps) *teamSubscription {
	subscription := &teamSubscription{}
	olmconstructs.NewOperatorSubscription_Override(subscription, scope, &id, props)
	return subscription
}

func (s *teamSubscription) OperatorConfig() *olmconstructs.OperatorConfig {
	return &olmconstructs.OperatorConfig{
		Env: &[]*olmconstructs.EnvVariable{{Name: jsii.String("LOG_LEVEL"), Value: jsii.String("debug")}},
	}
}

func main() {
	defer jsii.Close()
	app := cdk8s.NewApp(nil)
	chart := cdk8s.NewChart(app, jsii.String("team"), nil)
	newTeamSubscription(chart, "prometheus", &olmconstructs.OperatorSubscriptionProps{
		Catalog: olmconstructs.CatalogRef_Named(jsii.String("operatorhubio-catalog"), jsii.String("olm"), nil),
		PackageName: jsii.String("prometheus"),
		Channel: jsii.String("beta"),
	})
	app.Synth()
}
