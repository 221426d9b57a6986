import { ApiObjectMetadata } from 'cdk8s';
import { Construct } from 'constructs';
import * as olm from '../../../imports/operators.coreos.com';
import { toJson_SubscriptionSpecConfig, toJson_SubscriptionSpec } from '../../../imports/to-json/subscription';
import { withWantedCsv } from '../../formats/schema/wanted-csv';
import { exactYaml } from '../model/exact-yaml';
import { lateValue } from '../model/late-value';
import { OperatorConfig, operatorConfigJson } from '../model/operator-config';

/** Content of a Subscription that is produced at synthesis. */
export interface SubscriptionContent {
  readonly spec: () => olm.SubscriptionSpec;

  /** Returns its `config`, unless the spec has one. */
  readonly config: () => OperatorConfig | undefined;

  /** Returns the ClusterServiceVersion that the spec in the manifest leads to, or undefined if that is unknown. */
  readonly wantedCsv: (spec: object) => string | undefined;
}

/** Creates the Subscription of an operator. */
export function subscriptionObject(
  scope: Construct, metadata: ApiObjectMetadata, { spec, config, wantedCsv }: SubscriptionContent,
): olm.Subscription {
  const props = { metadata, spec: lateValue(() => withConfig(spec(), config())) as olm.SubscriptionSpec };
  return new SubscriptionObject(scope, 'Resource', props, wantedCsv);
}

/** Returns a spec with the `config` as it is in a manifest. */
function withConfig({ config: own, ...spec }: olm.SubscriptionSpec, config: OperatorConfig | undefined): object {
  const written = own === undefined ? config && operatorConfigJson(config) : toJson_SubscriptionSpecConfig(own);
  return written === undefined ? spec : { ...spec, config: written };
}

/** A Subscription whose `config` needs no conversion: custom volumes have fields that the generated types do not know. */
class SubscriptionObject extends olm.Subscription {
  public constructor(scope: Construct, id: string, props: olm.SubscriptionProps, private readonly wantedCsv: SubscriptionContent['wantedCsv']) {
    super(scope, id, props);
  }

  public override _converted({ metadata, spec: { config, ...spec } }: olm.SubscriptionProps): unknown {
    const { channel, ...others } = toJson_SubscriptionSpec(spec)!;
    const written = { ...(channel === undefined ? {} : { channel: channel as string }), ...(config === undefined ? {} : { config }), ...others };
    return { ...olm.Subscription.GVK, metadata, spec: written };
  }

  /** A patch can change which version the spec leads to. */
  public override toJson(): unknown {
    const manifest = super.toJson() as olm.SubscriptionProps;
    return exactYaml(this, { ...manifest, metadata: withWantedCsv(manifest.metadata ?? {}, this.wantedCsv(manifest.spec)) });
  }
}
