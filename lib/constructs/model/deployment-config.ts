import { toJson_SubscriptionProps } from '../../../imports/load';
import * as olm from '../../../imports/operators.coreos.com';

/** Returns a deployment config as written to a manifest: its type is that of a Subscription's `spec.config`. */
export function deploymentConfigJson(config: olm.SubscriptionSpecConfig): { [field: string]: unknown } {
  const json = toJson_SubscriptionProps({ metadata: {}, spec: { name: '', source: '', sourceNamespace: '', config } });
  return { ...(json!['spec'] as { readonly config: object }).config };
}
