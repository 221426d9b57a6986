import { defined } from '../../../formats/json/defined';
import { printableMessage } from '../../../text/printable';
import { list } from '../../waiting/explain/formatting';
import { KNOWN_CAUSES } from '../../waiting/explain/known-causes';
import { OLM_TRACES } from '../../waiting/olm/olm-detection';
import { deprecationsOf } from '../../waiting/olm-v1/extension-situation';
import { extensionInterest } from '../../waiting/olm-v1/resources';
import { deprecations } from '../../waiting/operator/installed-operator';
import { failedResolution, isDuringReplacement } from '../../waiting/operator/operator-findings';
import { plannedCsvs, requiresApproval, Situation, situation } from '../../waiting/operator/situation';
import { CLUSTER_EXTENSIONS, DEPLOYMENTS, resourceName, SUBSCRIPTIONS } from '../../waiting/view/api-resource';
import { ClusterStore } from '../../waiting/view/cluster-store';
import { ClusterView, named, objectOf } from '../../waiting/view/cluster-view';
import { namespacedName } from '../../waiting/view/kubernetes-object';
import { interestsOf, judge, Judgement } from '../judgement/judge';
import { observedResource } from '../judgement/observed-resources';
import { recognizedOlm } from '../judgement/olm-judge';
import { reportedMessages } from '../judgement/own-message';
import { olmSubject, subjectOf } from '../judgement/subjects';
import { dumpCommand, NotDumped } from '../source/not-dumped';
import { gather, MissingObjectError, ObjectSource } from '../source/object-source';
import { brokenAt, ChainLink, linksOf } from './chain-link';
import { chainOf, ExplainedObject } from './chain-of';
import { shell } from '../../../text/shell';

/** Explanation of the state of an object. */
export interface ObjectExplanation extends Judgement {
  /** Kind, namespace and name. */
  readonly object: string;

  /** Objects from the request down to the pods. */
  readonly chain: ChainLink;

  /** First object in the chain that failed, or that is not ready, or undefined if all are ready. */
  readonly brokenAt?: string;

  /** What objects of the chain report about themselves, a sentence each, except for what a cause already quotes. */
  readonly reports: readonly string[];

  /** Notes about deprecations, an upgrade that waits for approval, and what could not be read. */
  readonly notes: readonly string[];

  /** Kinds that a dump lacks, so that the verdict does not take them into account, or undefined if it lacks none, and for a cluster. */
  readonly notDumped?: NotDumped;
}

/**
 * Explains an object at one moment.
 *
 * @param now time in milliseconds since 1970
 * @param store what explanations of other objects listed from the same source
 * @throws MissingObjectError if a dump has nothing of OLM, InspectionError, ClientError if the source cannot be read,
 * RangeError if objects of the resource cannot be explained
 */
export async function explainObject(
  target: ExplainedObject, source: ObjectSource, now: number, store: ClusterStore = new ClusterStore(),
): Promise<ObjectExplanation> {
  const { resource } = target;
  const subject = resource === undefined ? olmSubject() : subjectOf(resource, target);
  if (subject === undefined) {
    throw new RangeError(printableMessage(`no explanation for ${resource?.kind ?? ''}`));
  }
  const view = await gather(source, (known) => interestsOf(subject, known), store);
  if (resource === undefined && source.isSelection === true && recognizedOlm(view) === 'unknown') {
    throw new MissingObjectError('nothing of OLM itself is in the dump, so its state is not known; '
      + `\`${dumpCommand(OLM_TRACES.map(({ resource: of }) => resourceName(of)).filter((name, index, all) => all.indexOf(name) === index))}\` dumps it`);
  }
  const judgement = judge(subject, view, now);
  const chain = withVerdict(chainOf(target, view), judgement);
  const broken = judgement.verdict === 'healthy' ? undefined : brokenAt(chain);
  return {
    object: subject.title, ...judgement, chain, ...(broken === undefined ? {} : { brokenAt: broken.object }),
    reports: reportedMessages(linksOf(chain), judgement.causes.map(({ message }) => message)),
    notes: notesOf(target, view, judgement),
    ...defined({ notDumped: source.notDumped?.(judgement.verdict !== 'healthy') }),
  };
}

/** Returns the chain of an object, which itself failed if it did and none of its links shows why. */
function withVerdict(chain: ChainLink, { verdict }: Judgement): ChainLink {
  return verdict === 'failed' && brokenAt(chain) === undefined ? { ...chain, mark: 'failed' } : chain;
}

/** Returns notes about an object in addition to its state. */
export function notesOf({ resource, name, namespace = 'default' }: ExplainedObject, view: ClusterView, { verdict }: Judgement): string[] {
  if (resource === CLUSTER_EXTENSIONS) {
    const extension = objectOf(view, extensionInterest(name));
    return extension ? deprecationsOf(extension) : [];
  }
  if (resource === DEPLOYMENTS) {
    const { 'olm.owner': csv, 'olm.owner.kind': kind } = objectOf(view, named(DEPLOYMENTS, name, namespace))?.metadata.labels ?? {};
    return csv === undefined || kind !== 'ClusterServiceVersion' ? [] : [`OLM made it for ClusterServiceVersion ${csv}: \`${shell`explain csv/${csv}`}\` begins there`];
  }
  const observed = observedResource(resource);
  if (observed !== undefined) {
    return [...observed.observe({ name, namespace }, view).notes ?? []];
  }
  return resource === SUBSCRIPTIONS ? operatorNotes(situation({ namespace, subscription: name }, view), verdict) : [];
}

/** Returns notes about an operator. An installed operator keeps running, regardless of what prevents OLM from upgrading it. */
export function operatorNotes(found: Situation, verdict: Judgement['verdict']): string[] {
  return [...(verdict === 'healthy' || verdict === 'degraded' ? upgradeNotes(found, verdict) : []), ...deprecations(found)];
}

/** Returns notes about upgrades. The causes of a degradation already say why OLM finds none. */
function upgradeNotes(found: Situation, verdict: Judgement['verdict']): string[] {
  const { subscription, plan } = found;
  const isPending = plan !== undefined && requiresApproval(plan);
  const failed = !subscription || verdict === 'degraded' || isDuringReplacement(subscription, found) ? [] : failedResolution(subscription, found);
  return [
    ...(isPending ? [`an upgrade to ${list(plannedCsvs(plan))} requires approval of InstallPlan ${namespacedName(plan)}`] : []),
    ...failed.map(({ cause, message }) => (
      `OLM installs no upgrades: ${message}${cause === 'resolution-outdated' ? `; ${KNOWN_CAUSES[cause].remedy}` : ''}`
    )),
  ];
}
