import { IConstruct } from 'constructs';
import { checkConvertedKeys } from './converted-keys';
import { toJson_SubscriptionProps } from '../../../imports/to-json/subscription';
import * as olm from '../../../imports/operators.coreos.com';

/** Returns a deployment config as written to a manifest: its type is that of a Subscription's `spec.config`. */
export function deploymentConfigJson(config: olm.SubscriptionSpecConfig): { [field: string]: unknown } {
  const json = toJson_SubscriptionProps({ metadata: {}, spec: { name: '', source: '', sourceNamespace: '', config } });
  return { ...(json!['spec'] as { readonly config: object }).config };
}

/**
 * Checks the keys of a deployment config and of everything in it.
 *
 * @param prop name of the prop, for the error
 * @throws ConstructError when a key is unknown
 */
export function checkDeploymentConfig(construct: IConstruct, prop: string, config: olm.SubscriptionSpecConfig): void {
  checkConvertedKeys(construct, prop, config, deploymentConfigJson);
}
