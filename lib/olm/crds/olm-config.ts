import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from './custom-resource-definition';
import { boolean, listOf, object, since, string } from './schema';

const spec = object('Settings that apply to all of OLM.', {
  features: object('Features that can be turned on, off or tuned.', {
    disableCopiedCSVs: boolean(
      'Do not copy the ClusterServiceVersions of cluster-wide operators into every namespace. Saves much memory on clusters with many '
      + 'namespaces; users without rights on the operator\'s namespace then no longer see what is installed.',
    ),
    packageServerSyncInterval: since('0.26.0', string(
      'Time between two looks of packageserver at its catalogs, such as `15m`.',
      { pattern: '^([0-9]+(\\.[0-9]+)?(s|m|h))+$' },
    )),
  }),
});

/** Settings of OLM itself. */
export const olmConfig: CrdSource = {
  kind: 'OLMConfig',
  plural: 'olmconfigs',
  scope: 'Cluster',
  since: '0.20.0',
  versions: [{
    name: 'v1',
    storage: true,
    description: 'OLMConfig holds the settings of OLM itself. Only the one named `cluster` is read.',
    spec,
    status: object('How far the settings have taken effect.', {
      conditions: listOf(k8s.Condition, 'One condition for each feature that is being changed.'),
    }),
  }],
};
