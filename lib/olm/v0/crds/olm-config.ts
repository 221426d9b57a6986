import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import { boolean, listOf, object, since, string } from '../../../formats/schema/schema';

const spec = object('Configuration of OLM.', {
  features: object('Features that can be enabled, disabled or configured.', {
    disableCopiedCSVs: boolean(
      'Whether to disable copying the ClusterServiceVersions of cluster-wide operators to every namespace. Saves a lot of memory on '
      + 'clusters with many namespaces, but hides the operators from users without access to the operator\'s namespace.',
    ),
    packageServerSyncInterval: since('0.26.0', string(
      'Interval at which packageserver syncs its catalogs, such as `15m`.',
      { pattern: '^([0-9]+(\\.[0-9]+)?(s|m|h))+$' },
    )),
  }),
});

/** CRD of OLMConfigs: configuration of OLM itself. */
export const olmConfig: CrdSource = {
  kind: 'OLMConfig',
  plural: 'olmconfigs',
  scope: 'Cluster',
  since: '0.20.0',
  versions: [{
    name: 'v1',
    storage: true,
    description: 'OLMConfig configures OLM itself. Only the object named `cluster` is used.',
    spec,
    status: object('Observed state of the configuration.', {
      conditions: listOf(k8s.Condition, 'Conditions, one for each feature that is being changed.'),
    }),
  }],
};
