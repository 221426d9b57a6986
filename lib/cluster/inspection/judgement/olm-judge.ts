import { defined } from '../../../formats/json/defined';
import { PACKAGES_GROUP } from '../../../formats/schema/api-groups';
import { RecognizedOlm } from '../../../olm/v0/recognize-olm';
import { createWaiter } from '../../waiting/machine/create-waiter';
import { DEFAULT_TIMEOUTS } from '../../waiting/machine/waiter';
import { OLM_TRACES, recognizedIn, title } from '../../waiting/olm/olm-detection';
import { OlmParts, olmReady } from '../../waiting/olm/olm-waiter';
import { ClusterView, isPartial, objectsOf } from '../../waiting/view/cluster-view';
import { KubernetesObject } from '../../waiting/view/kubernetes-object';
import { Judge } from './judge';
import { releaseInterests, releaseParts } from './release-objects';

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
    const more = { parts: (known: ClusterView) => releaseParts(recognized, known), interests: releaseInterests(recognized) };
    return olmReady({ parts: recognizedParts(recognized), more, ...defined({ release }) });
  }
  return createWaiter<undefined, object>({
    subject: 'OLM', failure: 'did not become ready', firstPhase: 'detecting', memory: undefined, timeouts: DEFAULT_TIMEOUTS, needsOlm: false,
    observe: () => ({
      memory: undefined, phase: 'detecting', waitingFor: 'OLM to be installed', watch: OLM_TRACES, actions: [], reached: {},
      findings: recognized === 'unknown' ? [] : [{ cause: 'olm-missing', grace: 'none', message: 'no OLM is installed in the cluster' }],
    }),
  });
}

/** Describes an OLM. A dump may lack the controllers, which run in the cluster. */
export function olmTitle(recognized: RecognizedOlm, view: ClusterView): string {
  const { namespaces, release, candidates } = recognized;
  const lacksControllers = namespaces.length === 0 && OLM_TRACES.some((interest) => isPartial(view, interest));
  return lacksControllers ? `OLM ${release ?? (candidates.join(' or ') || 'of an unknown release')}, whose controllers are not in the dump` : title(recognized);
}

/** Result of recognition, with the objects that it is based on. */
interface Recognition {
  readonly objects: readonly KubernetesObject[];
  readonly result: RecognizedOlm | undefined;
}

/** Recognitions by their first object, cached because comparing the CRDs with those of all releases takes longer than comparing the lists. */
const RECOGNITIONS = new WeakMap<KubernetesObject, Recognition>();

/**
 * Returns the OLM in the cluster, undefined if there is none, or `unknown` until everything is listed, and for a dump that has nothing of OLM itself.
 * Cached while the objects are the same.
 */
export function recognizedOlm(view: ClusterView): RecognizedOlm | undefined | 'unknown' {
  const lists = OLM_TRACES.map((interest) => objectsOf(view, interest));
  const objects = lists.flatMap((list) => list ?? []);
  const [first] = objects;
  if (lists.includes(undefined) || first === undefined) {
    return recognizedIn(view);
  }
  const known = RECOGNITIONS.get(first);
  if (known !== undefined && known.objects.length === objects.length && known.objects.every((object, index) => object === objects[index])) {
    return known.result;
  }
  const result = recognizedIn(view);
  if (result !== 'unknown') {
    RECOGNITIONS.set(first, { objects, result });
  }
  return result;
}
