import { Subject } from './judge';
import { conditionsSince, rolloutSince } from './state-times';
import { latest } from '../source/object-times';
import { stringField } from '../../../formats/json/json-value';
import { groupVersion } from '../../waiting/view/api-resource';
import { ClusterView } from '../../waiting/view/cluster-view';
import { Interest } from '../../waiting/view/interest';
import { objectOf } from '../../waiting/view/queries';
import { installationSituation } from '../../waiting/rukpak/installation-situation';
import { bundleInterest, BUNDLES, Installation, InstallationKind, installationInterest } from '../../waiting/rukpak/resources';
import { rukpakBundleReady } from '../../waiting/rukpak/rukpak-bundle-waiter';
import { rukpakInstallationReady } from '../../waiting/rukpak/rukpak-installation-waiter';

/** Returns an object that installs a bundle with RukPak as a subject. */
export function installationSubject(kind: InstallationKind, name: string): Subject {
  const waiters = {
    v1alpha1: rukpakInstallationReady({ kind, name, version: 'v1alpha1' }), v1alpha2: rukpakInstallationReady({ kind, name, version: 'v1alpha2' }),
  };
  return {
    title: `${kind} ${name}`,
    judge: (view) => waiters[installationIn(kind, name, view).version],
    since: (view) => {
      const { object, deployments = [] } = installationSituation(installationIn(kind, name, view), view);
      return latest([conditionsSince(object), ...deployments.map(rolloutSince)]);
    },
  };
}

/** Returns a Bundle of RukPak as a subject. */
export function rukpakBundleSubject(name: string): Subject {
  const waiter = rukpakBundleReady({ name });
  return { title: `${BUNDLES.kind} ${name}`, judge: () => waiter, since: (view) => conditionsSince(objectOf(view, bundleInterest(name))) };
}

/** Returns an object that installs a bundle, in the API version in which it is served or dumped: the last version, unless the cluster lacks it. */
export function installationIn(kind: InstallationKind, name: string, view: ClusterView): Installation {
  if (kind === 'BundleInstance') {
    return { kind, name, version: 'v1alpha1' };
  }
  const [first, second] = (['v1alpha1', 'v1alpha2'] as const).map((version) => installationInterest({ kind, name, version })) as [Interest, Interest];
  const isServed = (interest: Interest): boolean => view.snapshot(interest).problem?.kind !== 'not-served';
  const dumped = stringField(objectOf(view, second) ?? undefined, 'apiVersion');
  const isFirst = dumped === groupVersion(first.resource) || (!isServed(second) && isServed(first));
  return { kind, name, version: isFirst ? 'v1alpha1' : 'v1alpha2' };
}
