import { RukpakBundle } from '../../constructs/rukpak/rukpak-bundle';
import { RukpakBundleDeployment } from '../../constructs/rukpak/rukpak-bundle-deployment';
import { RukpakBundleInstance } from '../../constructs/rukpak/rukpak-bundle-instance';
import { RukpakReady } from '../resources/rukpak-ready';
import type { RukpakWaitArgs } from '../resources/wait-args';
import { withoutWaiter } from './ownership';
import { nameFromResource, specRevision, type ToOutput } from './waiter-args';
import { applicableWait, type ComponentPlan, type EngineWaiters, type PlannedWaiter } from './waiter-plan';

/** A construct with a RukPak object. */
export type RukpakConstruct = RukpakBundle | RukpakBundleDeployment | RukpakBundleInstance;

/** Waiters of the Bundles, BundleInstances and BundleDeployments in a construct. */
export const RUKPAK_WAITERS: EngineWaiters = {
  title: 'RukPak',
  waitArgs: 'RukpakWaitArgs',
  onDestroy: 'RukpakOnDestroy',
  ownershipArgs: [],
  isUsedIn: (construct) => construct.node.findAll().some(isOfRukpak),
  plan: (construct, settings, toOutput) => {
    const wait = settings === undefined ? undefined : applicableWait<RukpakWaitArgs>(RUKPAK_WAITERS, settings);
    // Whatever is installed from a Bundle is created after the Bundle.
    const found = construct.node.findAll().filter(isOfRukpak)
      .sort((one, other) => Number(RukpakBundle.isRukpakBundle(other)) - Number(RukpakBundle.isRukpakBundle(one)));
    const plans = found.map((each) => planRukpak(each, wait, toOutput));
    return { plan: plans.flatMap(({ plan }) => plan), ownership: new Map(plans.flatMap(({ ownership }) => [...ownership])) };
  },
};

/**
 * Returns the waiter of an object of RukPak.
 *
 * @param wait undefined for no waiter
 */
export function planRukpak(construct: RukpakConstruct, wait: RukpakWaitArgs | undefined, toOutput: ToOutput): ComponentPlan {
  const { resource } = construct;
  if (wait === undefined) {
    return { plan: [], ownership: withoutWaiter(resource) };
  }
  const { skip: _, ...settings } = wait;
  const waiter: PlannedWaiter = {
    construct, id: 'RukpakReady', after: [construct], afterWaitersOf: [], readies: [construct, resource], removes: [resource],
    create: (name, options) => new RukpakReady(name, {
      ...settings, kind: resource.kind as 'Bundle' | 'BundleDeployment' | 'BundleInstance', name: nameFromResource(resource), apiVersion: resource.apiVersion,
      revision: specRevision(resource, toOutput),
    }, options),
  };
  return { plan: [waiter], ownership: new Map() };
}

function isOfRukpak(construct: unknown): construct is RukpakConstruct {
  return RukpakBundle.isRukpakBundle(construct) || RukpakBundleDeployment.isRukpakBundleDeployment(construct)
    || RukpakBundleInstance.isRukpakBundleInstance(construct);
}
