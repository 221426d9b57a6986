import { Action } from '../../../../lib/cluster/waiting/view/action';
import { csv, event, object, plan, planned, subscription } from '../objects';
import { ClusterEvent } from '../simulated-cluster';

/** A channel in which each version replaces the one before. */
export const VERSIONS = ['plain.v0.1.0', 'plain.v0.2.0', 'plain.v0.3.0', 'plain.v0.4.0'];

/** Returns the events by which OLM offers a version of the channel. */
export const offered = (at: number, index: number): ClusterEvent[] => (VERSIONS[index] === undefined ? [] : [
  event(at, 'installplans', plan(`install-${index}`, [VERSIONS[index]], '')),
  event(at + 200, 'installplans', plan(`install-${index}`, [VERSIONS[index]], 'RequiresApproval')),
  event(at + 400, 'subscriptions', subscription(planned(`install-${index}`, VERSIONS[index], VERSIONS[index - 1]), { installPlanApproval: 'Manual' })),
]);

/** Simulates OLM with this channel: installs what is approved, then offers the next version. */
export function olm({ type, target: { name } }: Action, now: number): ClusterEvent[] {
  const index = Number(name.replace('install-', ''));
  if (type !== 'approve') {
    return [];
  }
  const [version, older] = [VERSIONS[index]!, VERSIONS[index - 1]];
  const spec = older === undefined ? {} : { replaces: older };
  return [
    event(now + 50, 'installplans', plan(name, [version], 'Installing', { approved: true })),
    event(now + 500, 'clusterserviceversions', csv(version, 'Installing', { spec })),
    ...(older === undefined ? [] : [event(now + 600, 'clusterserviceversions', csv(older, 'Replacing'))]),
    event(now + 2_000, 'clusterserviceversions', csv(version, 'Succeeded', { spec })),
    ...(older === undefined ? [] : [event(now + 2_100, 'clusterserviceversions', object(older), 'DELETED')]),
    event(now + 2_200, 'installplans', plan(name, [version], 'Complete', { approved: true })),
    event(now + 2_300, 'subscriptions', subscription({ ...planned(name, version, version), state: 'AtLatestKnown' }, { installPlanApproval: 'Manual' })),
    ...offered(now + 4_000, index + 1),
  ];
}

/** Progress lines of an installation of the first version and the upgrade to the second. */
export const STEPWISE_LINES = [
  '0.3 operator demo/plain: resolving, waiting for Subscription demo/plain to be created',
  '1.8 operator demo/plain: installing, waiting for InstallPlan demo/install-0 to install plain.v0.1.0',
  '2.2 operator demo/plain: starting, waiting for Deployment plain-op to be created',
  '3.9 operator demo/plain: resolving, waiting for an InstallPlan from plain.v0.1.0 to plain.v0.2.0',
  '6.2 operator demo/plain: installing, waiting for InstallPlan demo/install-1 to install plain.v0.2.0',
  '6.6 operator demo/plain: starting, waiting for Deployment plain-op to be created',
  '8.2 operator demo/plain: settling, waiting for everything to stay ready',
];
