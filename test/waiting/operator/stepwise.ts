import { Action } from '../../../../lib/pulumi/wait/waiting/action';
import { csv, happens, object, plan, planned, subscription } from '../objects';
import { Happening } from '../simulated-cluster';

/** A channel in which each version replaces the one before. */
export const VERSIONS = ['plain.v0.1.0', 'plain.v0.2.0', 'plain.v0.3.0', 'plain.v0.4.0'];

/** A version of the channel is offered. */
export const offered = (at: number, index: number): Happening[] => (VERSIONS[index] === undefined ? [] : [
  happens(at, 'installplans', plan(`install-${index}`, [VERSIONS[index]], '')),
  happens(at + 200, 'installplans', plan(`install-${index}`, [VERSIONS[index]], 'RequiresApproval')),
  happens(at + 400, 'subscriptions', subscription(planned(`install-${index}`, VERSIONS[index], VERSIONS[index - 1]), { installPlanApproval: 'Manual' })),
]);

/** OLM with this channel: what is approved is installed, and the next version offered. */
export function olm({ type, target: { name } }: Action, now: number): Happening[] {
  const index = Number(name.replace('install-', ''));
  if (type !== 'approve') {
    return [];
  }
  const [version, older] = [VERSIONS[index]!, VERSIONS[index - 1]];
  const spec = older === undefined ? {} : { replaces: older };
  return [
    happens(now + 50, 'installplans', plan(name, [version], 'Installing', { approved: true })),
    happens(now + 500, 'clusterserviceversions', csv(version, 'Installing', { spec })),
    ...(older === undefined ? [] : [happens(now + 600, 'clusterserviceversions', csv(older, 'Replacing'))]),
    happens(now + 2_000, 'clusterserviceversions', csv(version, 'Succeeded', { spec })),
    ...(older === undefined ? [] : [happens(now + 2_100, 'clusterserviceversions', object(older), 'DELETED')]),
    happens(now + 2_200, 'installplans', plan(name, [version], 'Complete', { approved: true })),
    happens(now + 2_300, 'subscriptions', subscription({ ...planned(name, version, version), state: 'AtLatestKnown' }, { installPlanApproval: 'Manual' })),
    ...offered(now + 4_000, index + 1),
  ];
}

/** What is printed on the way from nothing through the first version to the second. */
export const STEPWISE_LINES = [
  '0.3 operator demo/plain: resolving, waiting for Subscription demo/plain to be created',
  '1.8 operator demo/plain: installing, waiting for InstallPlan demo/install-0 to install plain.v0.1.0',
  '2.2 operator demo/plain: starting, waiting for Deployment plain-op to be created',
  '3.9 operator demo/plain: resolving, waiting for an InstallPlan from plain.v0.1.0 to plain.v0.2.0',
  '6.2 operator demo/plain: installing, waiting for InstallPlan demo/install-1 to install plain.v0.2.0',
  '6.6 operator demo/plain: starting, waiting for Deployment plain-op to be created',
  '8.2 operator demo/plain: settling, waiting for all of it to stay as it is',
];
