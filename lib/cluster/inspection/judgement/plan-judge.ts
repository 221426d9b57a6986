import { Judge } from './judge';
import { ClusterView } from '../../waiting/view/cluster-view';
import { isTerminating, KubernetesObject, statusString } from '../../waiting/view/kubernetes-object';
import { Finding } from '../../waiting/explain/finding';
import { createWaiter } from '../../waiting/machine/create-waiter';
import { approval } from '../../waiting/operator/approval';
import { planProgress } from '../../waiting/operator/install-progress';
import { namespaceInterest, namespaceInterests, pods, unpackJobs, warnings } from '../../waiting/operator/operator-interests';
import { OPERATOR_TIMEOUTS } from '../../waiting/operator/options';
import { byName, Situation, situation } from '../../waiting/operator/situation';
import { namespaceFindings } from '../../waiting/rules/namespaces';
import { operatorGroupFindings } from '../../waiting/rules/operator-groups';
import { planFindings } from '../../waiting/rules/plans';
import { warningFindings } from '../../waiting/rules/warnings';

/** Returns the situation of an InstallPlan: that of the Subscription that owns it. */
export function planSituation(namespace: string, name: string, view: ClusterView): Situation {
  const found = situation({ namespace, subscription: '' }, view);
  const plan = byName(found.plans, name);
  const owners = (plan?.metadata.ownerReferences ?? []).filter(({ kind }) => kind === 'Subscription').map((owner) => owner.name);
  const own = situation({ namespace, subscription: owners.find((owner) => byName(found.subscriptions, owner) !== undefined) ?? owners[0] ?? '' }, view);
  return { ...own, plan };
}

/** Judges an InstallPlan: whether OLM has created everything in it. */
export function planJudge(namespace: string, name: string): Judge {
  return createWaiter<undefined, KubernetesObject>({
    subject: `InstallPlan ${namespace}/${name}`,
    failure: 'is not complete',
    firstPhase: 'installing',
    memory: undefined,
    timeouts: OPERATOR_TIMEOUTS,
    needsOlm: true,
    words: { podSettings: 'in config of the Subscription', controllers: 'olm-operator and catalog-operator' },
    observe: (_, view) => {
      const found = planSituation(namespace, name, view);
      const { plan } = found;
      const progress = plan === undefined ? undefined : planProgress(plan);
      const isComplete = plan !== undefined && statusString(plan, 'phase') === 'Complete';
      return {
        memory: undefined, actions: [], reached: {},
        phase: progress?.phase ?? 'installing', waitingFor: progress?.waitingFor ?? `InstallPlan ${namespace}/${name} to be created`,
        watch: [
          ...Object.values(namespaceInterests(namespace)), namespaceInterest(namespace), pods(namespace), warnings(namespace), unpackJobs(namespace),
        ],
        findings: findings(namespace, name, found),
        ...(isComplete ? { ready: { key: name, outcome: plan } } : {}),
      };
    },
  });
}

function findings(namespace: string, name: string, found: Situation): Finding[] {
  const { plan, plans, groups, namespaceObject } = found;
  const refused = plan === undefined ? undefined : approval(found).finding;
  return [
    ...namespaceFindings(namespace, namespaceObject),
    ...(plan === undefined && plans !== undefined ? [{ cause: 'object-missing', message: `InstallPlan ${namespace}/${name} does not exist` } as const] : []),
    ...operatorGroupFindings(namespace, groups),
    ...(plan !== undefined && isTerminating(plan) ? [{ cause: 'deletion-pending', message: `InstallPlan ${namespace}/${name} is being deleted` } as const] : []),
    ...(plan === undefined ? [] : planFindings(plan)),
    ...(refused === undefined ? [] : [refused]),
    ...warningFindings(found.warnings, [name]),
  ];
}
