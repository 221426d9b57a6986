import { Judge } from './judge';
import { recognizedOlm } from './recognized-olm';
import { PACKAGES_GROUP } from '../../../olm/v0/model/olm-names';
import { RecognizedOlm } from '../../../olm/v0/recognition/recognize-olm';
import { ClusterView } from '../../waiting/view/cluster-view';
import { createWaiter } from '../../waiting/machine/create-waiter';
import { DEFAULT_TIMEOUTS } from '../../waiting/machine/timeouts';
import { OLM_TRACES } from '../../waiting/olm/olm-detection';
import { OlmParts } from '../../waiting/olm/olm-parts';
import { olmReady } from '../../waiting/olm/olm-waiter';

/** CRDs that every release has. */
const CRDS = ['catalogsources', 'clusterserviceversions', 'installplans', 'operatorgroups', 'subscriptions'].map((plural) => `${plural}.operators.coreos.com`);

/** Returns the parts of a recognized OLM: those that every release has, and its CRDs. */
export function recognizedParts({ namespaces: [namespace = 'olm'], crds }: RecognizedOlm): OlmParts {
  return {
    crds: [...new Set([...CRDS, ...crds.map(({ name }) => name)])].sort(),
    deployments: ['olm-operator', 'catalog-operator'].map((name) => ({ namespace, name })),
    csvs: [{ namespace, name: 'packageserver' }],
    apiServices: [`v1.${PACKAGES_GROUP}`],
  };
}

/** Judges the OLM of a cluster, in any namespace. */
export function olmJudge(view: ClusterView): Judge {
  const recognized = recognizedOlm(view);
  if (recognized !== 'unknown' && recognized !== undefined) {
    const { release } = recognized;
    return olmReady({ parts: recognizedParts(recognized), ...(release === undefined ? {} : { release }) });
  }
  return createWaiter<undefined, object>({
    subject: 'OLM', failure: 'did not become ready', firstPhase: 'detecting', memory: undefined, timeouts: DEFAULT_TIMEOUTS, needsOlm: false,
    observe: () => ({
      memory: undefined, phase: 'detecting', waitingFor: 'OLM to be installed', watch: OLM_TRACES, actions: [], reached: {},
      findings: recognized === 'unknown' ? [] : [{ cause: 'olm-missing', grace: 'none', message: 'no OLM is installed in the cluster' }],
    }),
  });
}
