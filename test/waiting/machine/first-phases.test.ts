import { catalogReady } from '../../../lib/waiting/catalog/catalog-waiter';
import { Waiter } from '../../../lib/waiting/machine/waiter';
import { olmReady } from '../../../lib/waiting/olm/olm-waiter';
import { clusterCatalogRemoval } from '../../../lib/waiting/olm-v1/cluster-catalog-removal';
import { clusterCatalogReady } from '../../../lib/waiting/olm-v1/cluster-catalog-waiter';
import { clusterExtensionRemoval } from '../../../lib/waiting/olm-v1/cluster-extension-removal';
import { clusterExtensionReady } from '../../../lib/waiting/olm-v1/cluster-extension-waiter';
import { operatorReady } from '../../../lib/waiting/operator/operator-waiter';
import { plainRemoval } from '../../../lib/waiting/plain/plain-removal';
import { plainReady } from '../../../lib/waiting/plain/plain-waiter';
import { namespaceRemoval } from '../../../lib/waiting/removal/namespace-removal';
import { objectsRemoval } from '../../../lib/waiting/removal/objects-removal';
import { olmRemoval } from '../../../lib/waiting/removal/olm-removal';
import { operatorRemoval } from '../../../lib/waiting/removal/operator-removal';
import { subscriptionRemoval } from '../../../lib/waiting/removal/subscription-removal';
import { rukpakBundleRemoval } from '../../../lib/waiting/rukpak/rukpak-bundle-removal';
import { rukpakBundleReady } from '../../../lib/waiting/rukpak/rukpak-bundle-waiter';
import { rukpakInstallationRemoval } from '../../../lib/waiting/rukpak/rukpak-installation-removal';
import { rukpakInstallationReady } from '../../../lib/waiting/rukpak/rukpak-installation-waiter';

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
