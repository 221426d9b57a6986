import { ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import * as olm from '../../../imports/operators.coreos.com';
import { toJson_SubscriptionSpecConfig, toJson_SubscriptionSpec } from '../../../imports/to-json/subscription';
import { lateValue } from '../model/late-value';
import { OperatorConfig, operatorConfigJson } from '../model/operator-config';

/**
 * Creates the Subscription of an operator.
 *
 * @param spec returns its spec; called at synthesis
 * @param config returns its `config`, unless the spec has one; called at synthesis
 */
export function subscriptionObject(
  scope: Construct, metadata: ApiObjectMetadata, spec: () => olm.SubscriptionSpec, config: () => OperatorConfig | undefined,
): olm.Subscription {
  return new SubscriptionObject(scope, 'Resource', { metadata, spec: lateValue(() => withConfig(spec(), config())) as olm.SubscriptionSpec });
}

/** Returns a spec with the `config` as it is in a manifest. */
function withConfig({ config: own, ...spec }: olm.SubscriptionSpec, config: OperatorConfig | undefined): object {
  const written = own === undefined ? config && operatorConfigJson(config) : toJson_SubscriptionSpecConfig(own);
  return written === undefined ? spec : { ...spec, config: written };
}

/** A Subscription whose `config` needs no conversion: custom volumes have fields that the generated types do not know. */
class SubscriptionObject extends olm.Subscription {
  public override _converted({ metadata, spec: { config, ...spec } }: olm.SubscriptionProps): unknown {
    const { channel, ...others } = toJson_SubscriptionSpec(spec)!;
    return {
      ...olm.Subscription.GVK,
      metadata,
      spec: { ...(channel === undefined ? {} : { channel: channel as string }), ...(config === undefined ? {} : { config }), ...others },
    };
  }
}
