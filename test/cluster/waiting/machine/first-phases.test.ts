import { catalogReady } from '../../../../lib/cluster/waiting/olm/catalog-waiter';
import { Waiter } from '../../../../lib/cluster/waiting/machine/waiter';
import { olmReady } from '../../../../lib/cluster/waiting/olm/olm-waiter';
import { clusterCatalogRemoval } from '../../../../lib/cluster/waiting/olm-v1/cluster-catalog-removal';
import { clusterCatalogReady } from '../../../../lib/cluster/waiting/olm-v1/cluster-catalog-waiter';
import { clusterExtensionRemoval } from '../../../../lib/cluster/waiting/olm-v1/cluster-extension-removal';
import { clusterExtensionReady } from '../../../../lib/cluster/waiting/olm-v1/cluster-extension-waiter';
import { operatorReady } from '../../../../lib/cluster/waiting/operator/operator-waiter';
import { plainRemoval } from '../../../../lib/cluster/waiting/plain/plain-removal';
import { plainReady } from '../../../../lib/cluster/waiting/plain/plain-waiter';
import { namespaceRemoval } from '../../../../lib/cluster/waiting/removal/namespace-removal';
import { objectsRemoval } from '../../../../lib/cluster/waiting/removal/objects-removal';
import { olmRemoval } from '../../../../lib/cluster/waiting/removal/olm-removal';
import { operatorRemoval } from '../../../../lib/cluster/waiting/removal/operator-removal';
import { subscriptionRemoval } from '../../../../lib/cluster/waiting/removal/subscription-removal';
import { rukpakBundleRemoval } from '../../../../lib/cluster/waiting/rukpak/rukpak-bundle-removal';
import { rukpakBundleReady } from '../../../../lib/cluster/waiting/rukpak/rukpak-bundle-waiter';
import { rukpakInstallationRemoval } from '../../../../lib/cluster/waiting/rukpak/rukpak-installation-removal';
import { rukpakInstallationReady } from '../../../../lib/cluster/waiting/rukpak/rukpak-installation-waiter';

const OPERATOR = { namespace: 'demo', subscription: 'plain' };
const PLAIN = { name: 'plain', namespace: 'demo', objects: [] };
const INSTALLATION = { name: 'plain', version: 'v1alpha2' } as const;

// The outputs state the seconds that each phase took, so the first one must be a phase of the wait.
test.each<[string, Waiter<unknown, unknown>, string]>([
  ['a catalog', catalogReady({ namespace: 'demo', name: 'cat' }), 'starting'],
  ['an operator', operatorReady(OPERATOR), 'resolving'],
  ['OLM', olmReady({ parts: { crds: [], deployments: [], csvs: [], apiServices: [] } }), 'crds'],
  ['a ClusterCatalog', clusterCatalogReady({ name: 'cat' }), 'unpacking'],
  ['a ClusterExtension', clusterExtensionReady({ name: 'plain' }), 'resolving'],
  ['a Bundle', rukpakBundleReady({ name: 'plain' }), 'unpacking'],
  ['a BundleDeployment', rukpakInstallationReady(INSTALLATION), 'unpacking'],
  ['an operator without OLM', plainReady(PLAIN), 'crds'],
  ['the removal of an operator', operatorRemoval(OPERATOR), 'inspecting'],
  ['the removal of a Subscription', subscriptionRemoval(OPERATOR), 'subscription'],
  ['the removal of a Namespace', namespaceRemoval({ namespace: 'demo' }), 'inspecting'],
  ['the removal of OLM', olmRemoval({ steps: [] }), 'inspecting'],
  ['the removal of objects', objectsRemoval({ title: 'objects', objects: [] }), 'deleting'],
  ['the removal of a ClusterCatalog', clusterCatalogRemoval({ name: 'cat' }), 'catalog'],
  ['the removal of a ClusterExtension', clusterExtensionRemoval({ name: 'plain' }), 'inspecting'],
  ['the removal of a Bundle', rukpakBundleRemoval({ name: 'plain' }), 'bundle'],
  ['the removal of a BundleDeployment', rukpakInstallationRemoval(INSTALLATION), 'inspecting'],
  ['the removal of an operator without OLM', plainRemoval(PLAIN), 'inspecting'],
] as [string, Waiter<unknown, unknown>, string][])('%s is waited for from its first phase on', (_, waiter, phase) => {
  expect(waiter.start(0)).toMatchObject({ phase, phaseSince: 0, times: {} });
});
