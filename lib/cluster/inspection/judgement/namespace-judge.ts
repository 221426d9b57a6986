import { fieldAt } from '../../../formats/json/json-value';
import { Finding } from '../../waiting/explain/explanation';
import { detail } from '../../waiting/explain/formatting';
import { createWaiter } from '../../waiting/machine/create-waiter';
import { DEFAULT_TIMEOUTS } from '../../waiting/machine/waiter';
import { stuckNamespaceFindings } from '../../waiting/rules/namespaces';
import { API_SERVICES, NAMESPACES } from '../../waiting/view/api-resource';
import { ClusterView, Interest, named, objectOf, objectsOf, optional } from '../../waiting/view/cluster-view';
import { condition, isTerminating, KubernetesObject } from '../../waiting/view/kubernetes-object';
import { Judge } from './judge';

/** How long a deletion may take, in milliseconds: the time that the removal of a namespace waits for it. */
const TIMEOUT = 5 * 60_000;

const SERVICES: Interest = optional({ resource: API_SERVICES });

/** Judges a Namespace: healthy unless its deletion takes too long. */
export function namespaceJudge(name: string): Judge {
  const interest = named(NAMESPACES, name);
  return createWaiter<undefined, KubernetesObject>({
    subject: `Namespace ${name}`,
    failure: 'is not deleted',
    firstPhase: 'deleting',
    memory: undefined,
    timeouts: { ...DEFAULT_TIMEOUTS, total: TIMEOUT },
    needsOlm: false,
    observe: (_, view) => {
      const namespace = objectOf(view, interest);
      const isActive = namespace ? !isDeleting(namespace) : false;
      return {
        memory: undefined, actions: [], reached: {}, phase: 'deleting', watch: [interest, SERVICES],
        waitingFor: namespace ? 'its objects to be deleted' : `Namespace ${name} to be created`,
        findings: namespace ? deletionFindings(namespace, view) : namespace === null ? [{ cause: 'namespace-missing', message: `namespace ${name} does not exist` }] : [],
        ...(isActive ? { ready: { key: name, outcome: namespace! } } : {}),
      };
    },
  });
}

function isDeleting(namespace: KubernetesObject): boolean {
  return isTerminating(namespace) || fieldAt(namespace.status, 'phase') === 'Terminating';
}

/** Returns what blocks the deletion. An API that is not available blocks it even if the Namespace has no objects of it. */
function deletionFindings(namespace: KubernetesObject, view: ClusterView): Finding[] {
  if (!isDeleting(namespace)) {
    return [];
  }
  const unavailable = (objectsOf(view, SERVICES) ?? []).filter((service) => condition(service, 'Available')?.status === 'False');
  return [
    ...unavailable.map((service): Finding => (
      { cause: 'api-service-unavailable', message: `APIService ${service.metadata.name} is not available${detail(condition(service, 'Available')?.message)}` }
    )),
    ...stuckNamespaceFindings(namespace),
  ];
}
