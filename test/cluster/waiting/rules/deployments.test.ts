import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { hasOnlyCurrentPods, isAvailable, isRolledOut, podsAvailable } from '../../../../lib/cluster/waiting/rules/deployments';
import { object } from '../objects';

function deployment(status: object | undefined, spec?: object, generation?: number): KubernetesObject {
  return object('d', { spec, status, metadata: generation === undefined ? {} : { generation } });
}

const READY = { observedGeneration: 2, replicas: 1, updatedReplicas: 1, availableReplicas: 1 };

test.each<[string, KubernetesObject, { rolledOut: boolean; available: boolean; onlyCurrent: boolean }, string]>([
  ['one pod by default', deployment(READY, {}, 2), { rolledOut: true, available: true, onlyCurrent: true }, '1 of 1 pods available'],
  ['no status yet', deployment(undefined, {}, 1), { rolledOut: false, available: false, onlyCurrent: false }, '0 of 1 pods available'],
  ['no pods, as specified', deployment({ observedGeneration: 1 }, { replicas: 0 }, 1), { rolledOut: true, available: true, onlyCurrent: true }, '0 of 0 pods available'],
  ['no generation', deployment({ ...READY, observedGeneration: 0 }, {}), { rolledOut: true, available: true, onlyCurrent: true }, '1 of 1 pods available'],
  ['a newer spec that the controller has not observed', deployment(READY, {}, 3), { rolledOut: false, available: false, onlyCurrent: true }, '1 of 1 pods available'],
  [
    'one of two pods', deployment({ ...READY, replicas: 2, updatedReplicas: 2 }, { replicas: 2 }, 2),
    { rolledOut: false, available: false, onlyCurrent: false }, '1 of 2 pods available',
  ],
  [
    'a new pod that is not available beside an old one', deployment({ ...READY, replicas: 2 }, { replicas: 1 }, 2),
    { rolledOut: false, available: true, onlyCurrent: false }, '1 of 1 pods available, 1 of an older version',
  ],
  [
    'only old pods', deployment({ ...READY, updatedReplicas: 0 }, { replicas: 1 }, 2),
    { rolledOut: false, available: true, onlyCurrent: false }, '1 of 1 pods available, 1 of an older version',
  ],
  [
    'old pods, but too few', deployment({ ...READY, availableReplicas: 0, updatedReplicas: 0 }, { replicas: 1 }, 2),
    { rolledOut: false, available: false, onlyCurrent: false }, '0 of 1 pods available',
  ],
])('a Deployment with %s', (_, found, { rolledOut, available, onlyCurrent }, description) => {
  expect([isRolledOut(found), isAvailable(found), hasOnlyCurrentPods(found)]).toEqual([rolledOut, available, onlyCurrent]);
  expect(podsAvailable(found)).toBe(description);
});
