import { Judge } from './judge';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { objectOf, objectsOf } from '../../waiting/view/queries';
import { Finding } from '../../waiting/explain/finding';
import { createWaiter } from '../../waiting/machine/create-waiter';
import { DEFAULT_TIMEOUTS } from '../../waiting/machine/timeouts';
import { namespaceInterest, namespaceInterests } from '../../waiting/operator/operator-interests';
import { byName } from '../../waiting/operator/situation';
import { csvFindings } from '../../waiting/rules/cluster-service-versions';
import { namespaceFindings } from '../../waiting/rules/namespaces';
import { operatorGroupFindings } from '../../waiting/rules/operator-groups';

/** Causes of a failed ClusterServiceVersion that come from its OperatorGroup. */
const OF_GROUP = ['install-mode-unsupported', 'operator-group-conflict'];

/** Judges an OperatorGroup: whether OLM can use it. */
export function groupJudge(namespace: string, name: string): Judge {
  const { groups: groupInterest, csvs: csvInterest } = namespaceInterests(namespace);
  return createWaiter<undefined, KubernetesObject>({
    subject: `OperatorGroup ${namespace}/${name}`,
    failure: 'cannot be used',
    firstPhase: 'checking',
    memory: undefined,
    timeouts: DEFAULT_TIMEOUTS,
    needsOlm: true,
    observe: (_, view) => {
      const groups = objectsOf(view, groupInterest);
      const group = byName(groups, name);
      const findings: Finding[] = [
        ...namespaceFindings(namespace, objectOf(view, namespaceInterest(namespace))),
        ...(groups !== undefined && group === undefined
          ? [{ cause: 'object-missing', message: `OperatorGroup ${namespace}/${name} does not exist` } as const] : []),
        ...operatorGroupFindings(namespace, groups),
        ...(objectsOf(view, csvInterest) ?? []).flatMap(csvFindings).filter(({ cause }) => OF_GROUP.includes(cause)),
      ];
      return {
        memory: undefined, actions: [], reached: {}, phase: 'checking', waitingFor: 'OLM to use it', watch: [groupInterest, csvInterest, namespaceInterest(namespace)],
        findings,
        ...(group !== undefined && findings.length === 0 ? { ready: { key: name, outcome: group } } : {}),
      };
    },
  });
}
