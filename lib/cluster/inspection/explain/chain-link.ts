import { defined } from '../../../formats/json/defined';
import { fieldAt, mapField, mapListField, stringField } from '../../../formats/json/json-value';
import { perObject } from '../../../text/per-object';
import { crdProblem } from '../../waiting/rules/crds';
import { deploymentFindings, isRolledOut, podsAvailable } from '../../waiting/rules/deployments';
import { podFindings, podsOf } from '../../waiting/rules/pods';
import { CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS, PODS } from '../../waiting/view/api-resource';
import { condition, isTerminating, KubernetesObject, namespacedName, statusString } from '../../waiting/view/kubernetes-object';
import { ownMessage } from '../judgement/own-message';

/** State of an object in a chain; `unknown` if a dump lacks the object. */
export type LinkMark = 'ok' | 'waiting' | 'failed' | 'unknown';

/** An object in a chain, with the next objects. */
export interface ChainLink {
  /** Kind, namespace and name. */
  readonly object: string;

  /** State in a few words, such as `Complete` or `0 of 1 pods available`. */
  readonly state: string;

  readonly mark: LinkMark;

  /** What the object itself reports about its state, or undefined if it reports nothing. */
  readonly message?: string;

  /** Next objects, in order of precedence: the first one that failed explains those after it. */
  readonly links: readonly ChainLink[];
}

/** Returns a link and all links below it. */
export function linksOf(link: ChainLink): ChainLink[] {
  return [link, ...link.links.flatMap(linksOf)];
}

/** Returns the first link with a mark, descendants before the link itself, or undefined. */
function deepest(link: ChainLink, mark: LinkMark): ChainLink | undefined {
  for (const next of link.links) {
    const found = deepest(next, mark);
    if (found !== undefined) {
      return found;
    }
  }
  return link.mark === mark ? link : undefined;
}

/** Returns where a chain broke: the first object that failed, otherwise the first one that is not ready, or undefined if all are ready. */
export function brokenAt(chain: ChainLink): ChainLink | undefined {
  return deepest(chain, 'failed') ?? deepest(chain, 'waiting');
}

/** Maximum number of pods of a Deployment in a chain; those with problems come first. */
const MAX_PODS = 3;

const RANK: { readonly [mark in LinkMark]: number } = { failed: 0, waiting: 1, unknown: 2, ok: 3 };

/** Returns the link of an object that does not exist. */
export function missingLink(object: string): ChainLink {
  return { object, state: 'does not exist', mark: 'failed', links: [] };
}

/** Returns the link of an object that a dump lacks, so that it is not known whether it exists. */
export function unknownLink(object: string): ChainLink {
  return { object, state: 'not in the dump', mark: 'unknown', links: [] };
}

/** Returns the link of an object in a phase. Deletion takes precedence over the phase. */
export function phaseLink(
  kind: string, object: KubernetesObject,
  { state, mark, links = [] }: { readonly state: string; readonly mark: LinkMark; readonly links?: readonly ChainLink[] },
): ChainLink {
  const isDeleted = isTerminating(object);
  const message = ownMessage(kind, object);
  return {
    object: `${kind} ${namespacedName(object)}`, state: isDeleted ? 'being deleted' : state, mark: isDeleted ? 'failed' : mark,
    ...defined({ message }), links,
  };
}

/** Returns the link of a Deployment, with its pods. */
export function deploymentLink(deployment: KubernetesObject, pods: readonly KubernetesObject[]): ChainLink {
  const found = POD_LINKS(podsOf(deployment, pods));
  const rejected = deploymentFindings(deployment, []).filter(({ cause }) => cause !== 'deployment-unavailable');
  const hasFailed = rejected.length > 0 || found.some(({ mark }) => mark === 'failed');
  return phaseLink(DEPLOYMENTS.kind, deployment, {
    state: podsAvailable(deployment), mark: isRolledOut(deployment) ? 'ok' : hasFailed ? 'failed' : 'waiting', links: found,
  });
}

/** The links of the pods to show, the worst first. */
const POD_LINKS = perObject((pods: readonly KubernetesObject[]) => (
  pods.map(podLink).sort((left, right) => RANK[left.mark] - RANK[right.mark]).slice(0, MAX_PODS)
));

/** Returns the link of a pod. */
export function podLink(pod: KubernetesObject): ChainLink {
  const findings = podFindings([pod]);
  const isWaiting = findings.every(({ cause }) => cause === 'pod-not-ready');
  const phase = statusString(pod, 'phase') ?? 'no phase yet';
  const reason = waitingReason(pod);
  return {
    object: `${PODS.kind} ${namespacedName(pod)}`, links: [],
    state: isTerminating(pod) ? 'being deleted' : reason === undefined ? phase : `${phase} (${reason})`,
    mark: findings.length === 0 ? 'ok' : isWaiting ? 'waiting' : 'failed',
  };
}

/** Returns the link of a CRD that is not served, or undefined if it is served. */
export function brokenCrdLink(name: string, crd: KubernetesObject | null | undefined, version: string | undefined): ChainLink | undefined {
  const object = `${CUSTOM_RESOURCE_DEFINITIONS.kind} ${name}`;
  if (crd === null) {
    return missingLink(object);
  }
  const problem = crd === undefined ? undefined : crdProblem(crd, version);
  return problem === undefined ? undefined : { object, state: problem.message.replace(`${object} `, ''), mark: 'failed', links: [] };
}

/** Returns why a container of a pod waits, or why the pod is not scheduled. */
function waitingReason(pod: KubernetesObject): string | undefined {
  const statuses = [...mapListField(pod.status, 'initContainerStatuses'), ...mapListField(pod.status, 'containerStatuses')];
  const reasons = statuses.map((status) => stringField(mapField(status['state'], 'waiting'), 'reason'))
    .filter((reason) => reason !== undefined && reason !== 'PodInitializing');
  const scheduled = condition(pod, 'PodScheduled');
  const last = statuses.map((status) => fieldAt(status, 'lastState', 'terminated', 'reason')).find((reason) => typeof reason === 'string');
  return reasons[0] ?? (scheduled?.status === 'False' ? scheduled.reason : undefined) ?? last;
}
