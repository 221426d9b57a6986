import { ClusterView } from '../../waiting/view/cluster-view';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { objectOf } from '../../waiting/view/queries';
import { createWaiter } from '../../waiting/machine/create-waiter';
import { Finding } from '../../waiting/explain/finding';
import { installProgress } from '../../waiting/operator/install-progress';
import { operatorFindings } from '../../waiting/operator/operator-findings';
import { crdInterest, crdInterests, explainingInterests, namespaceInterest, namespaceInterests } from '../../waiting/operator/operator-interests';
import { OPERATOR_TIMEOUTS } from '../../waiting/operator/options';
import { ownedApis } from '../../waiting/operator/owned-apis';
import { byName, isKnown, Situation, situation } from '../../waiting/operator/situation';
import { Judge } from './judge';

/** Returns the situation of a ClusterServiceVersion, regardless of which Subscription installed it, if any. */
export function csvSituation(namespace: string, name: string, view: ClusterView): Situation {
  const { plan: _, ...found } = situation({ namespace, subscription: '' }, view);
  const csv = byName(found.csvs, name);
  return {
    ...found, plan: undefined, subscription: undefined, targetCsv: name, csv, installed: csv,
    apis: ownedApis(csv).map((api) => ({ api, crd: objectOf(view, crdInterest(api.crd)) })),
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
          ...Object.values(namespaceInterests(namespace)), ...crdInterests(csv), namespaceInterest(namespace),
          ...explainingInterests(namespace, undefined),
        ],
        findings: csv === undefined && isKnown(found) ? [missing(namespace, name)] : operatorFindings(found),
        ...(csv !== undefined && progress === undefined ? { ready: { key: name, outcome: csv } } : {}),
      };
    },
  });
}

function missing(namespace: string, name: string): Finding {
  return { cause: 'object-missing', message: `ClusterServiceVersion ${namespace}/${name} does not exist` };
}
