import { Finding } from '../../waiting/explain/explanation';
import { createWaiter } from '../../waiting/machine/create-waiter';
import { DEFAULT_TIMEOUTS } from '../../waiting/machine/waiter';
import { approval } from '../../waiting/operator/approval';
import { installProgress, planProgress } from '../../waiting/operator/install-progress';
import { operatorFindings } from '../../waiting/operator/operator-findings';
import {
  apiInterests, explainingInterests, namespaceInterest, namespaceInterests, pods, unpackJobs, warnings,
} from '../../waiting/operator/operator-interests';
import { OPERATOR_TIMEOUTS } from '../../waiting/operator/operator-options';
import { byName, apisOf, isKnown, Situation, situation } from '../../waiting/operator/situation';
import { csvFindings } from '../../waiting/rules/cluster-service-versions';
import { namespaceFindings, operatorGroupFindings } from '../../waiting/rules/namespaces';
import { planFindings } from '../../waiting/rules/plans';
import { warningFindings } from '../../waiting/rules/warnings';
import { ClusterView, isPartial, objectOf, objectsOf } from '../../waiting/view/cluster-view';
import { isTerminating, KubernetesObject, statusString } from '../../waiting/view/kubernetes-object';
import { Judge } from './judge';

/** Returns the situation of a ClusterServiceVersion, regardless of which Subscription installed it, if any. */
export function csvSituation(namespace: string, name: string, view: ClusterView): Situation {
  const { plan: _, ...found } = situation({ namespace, subscription: '' }, view);
  const csv = byName(found.csvs, name);
  return {
    ...found, plan: undefined, subscription: undefined, targetCsv: name, csv, installed: csv,
    ...apisOf(csv, view),
  };
}

/** Judges a ClusterServiceVersion alone: its requirements, its Deployments, and the APIs it owns. */
export function csvJudge(namespace: string, name: string): Judge {
  return createWaiter<undefined, KubernetesObject>({
    subject: `ClusterServiceVersion ${namespace}/${name}`,
    failure: 'is not ready',
    firstPhase: 'starting',
    memory: undefined,
    timeouts: OPERATOR_TIMEOUTS,
    needsOlm: true,
    words: { podSettings: 'in config of the Subscription', controllers: 'olm-operator and catalog-operator' },
    observe: (_, view) => {
      const found = csvSituation(namespace, name, view);
      const { csv } = found;
      const progress = csv === undefined ? undefined : installProgress(found);
      return {
        memory: undefined, actions: [], reached: {},
        phase: progress?.phase ?? 'starting',
        waitingFor: progress?.waitingFor ?? `ClusterServiceVersion ${namespace}/${name} to be created`,
        watch: [
          ...Object.values(namespaceInterests(namespace)), ...apiInterests(csv), namespaceInterest(namespace),
          ...explainingInterests(namespace, undefined),
        ],
        findings: csv === undefined && isKnown(found) && !found.isSelection ? [missing(namespace, name)] : operatorFindings(found),
        ...(csv !== undefined && progress === undefined ? { ready: { key: name, outcome: csv } } : {}),
      };
    },
  });
}

function missing(namespace: string, name: string): Finding {
  return { cause: 'object-missing', message: `ClusterServiceVersion ${namespace}/${name} does not exist` };
}

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
    ...(plan === undefined && plans !== undefined && !found.isSelection ? [{ cause: 'object-missing', message: `InstallPlan ${namespace}/${name} does not exist` } as const] : []),
    ...operatorGroupFindings(namespace, groups),
    ...(plan !== undefined && isTerminating(plan) ? [{ cause: 'deletion-pending', message: `InstallPlan ${namespace}/${name} is being deleted` } as const] : []),
    ...(plan === undefined ? [] : planFindings(plan)),
    ...(refused === undefined ? [] : [refused]),
    ...warningFindings(found.warnings, [name]),
  ];
}

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
        ...(groups !== undefined && group === undefined && !isPartial(view, groupInterest)
          ? [{ cause: 'object-missing', message: `OperatorGroup ${namespace}/${name} does not exist` } as const] : []),
        ...operatorGroupFindings(namespace, groups),
        ...(objectsOf(view, csvInterest) ?? []).flatMap((csv) => csvFindings(csv)).filter(({ cause }) => OF_GROUP.includes(cause)),
      ];
      return {
        memory: undefined, actions: [], reached: {}, phase: 'checking', waitingFor: 'OLM to use it', watch: [groupInterest, csvInterest, namespaceInterest(namespace)],
        findings,
        ...(group !== undefined && findings.length === 0 ? { ready: { key: name, outcome: group } } : {}),
      };
    },
  });
}
