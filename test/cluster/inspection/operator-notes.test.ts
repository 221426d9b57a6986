import { operatorNotes } from '../../../lib/cluster/inspection/explain/explain';
import { KNOWN_CAUSES } from '../../../lib/cluster/waiting/explain/known-causes';
import type { KubernetesObject } from '../../../lib/cluster/waiting/view/kubernetes-object';
import type { Situation } from '../../../lib/cluster/waiting/operator/situation';

/** OLM could not resolve while both versions of another operator were installed. */
const UNRESOLVED = 'constraints not satisfiable: @existing/demo//other.v1 and @existing/demo//other.v2 originate from package other, '
  + 'clusterserviceversion other.v1 exists and is not referenced by a subscription, subscription other requires @existing/demo//other.v2';

const SUBSCRIPTION = {
  metadata: { name: 'plain', namespace: 'demo' },
  status: { conditions: [{ type: 'ResolutionFailed', status: 'True', reason: 'ConstraintsNotSatisfiable', message: UNRESOLVED }] },
} as unknown as KubernetesObject;

const csv = (name: string): KubernetesObject => ({ metadata: { name, namespace: 'demo' } });

function notes(csvs: readonly KubernetesObject[] | undefined, isSelection = false): string[] {
  return operatorNotes({ namespace: 'demo', name: 'plain', subscription: SUBSCRIPTION, subscriptions: [SUBSCRIPTION], csvs, isSelection } as unknown as Situation, 'healthy');
}

describe('the notes about an operator beside one that OLM upgrades', () => {
  it('say nothing while the replaced version exists, since OLM resolves again when it is gone', () => {
    expect(notes([csv('other.v1'), csv('other.v2')])).toEqual([]);
  });

  it('say what to do once it is gone, and OLM has not noticed', () => {
    expect(notes([csv('other.v2')])).toEqual([
      `OLM installs no upgrades: OLM has not noticed yet that other.v1 is gone, which other.v2 has replaced; ${KNOWN_CAUSES['resolution-outdated'].remedy}`,
    ]);
  });

  it.each<[string, readonly KubernetesObject[] | undefined, boolean]>([
    ['a dump', [csv('other.v2')], true], ['a cluster whose ClusterServiceVersions may not be listed', undefined, false],
  ])('say nothing about %s, where it may exist', (_, csvs, isSelection) => {
    expect(notes(csvs, isSelection)).toEqual([]);
  });
});
