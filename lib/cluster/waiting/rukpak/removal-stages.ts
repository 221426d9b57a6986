import { bundlesOf, crdsOf, deploymentsOf, Installation, installationInterest, namespacesOf } from './resources';
import { ApiResource } from '../view/api-resource';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { isTerminating, KubernetesObject, specString } from '../view/kubernetes-object';
import { objectOf, objectsOf } from '../view/queries';
import { isAvailable } from '../view/rollout';
import { Finding } from '../explain/finding';
import { list, shortList } from '../explain/formatting';
import { apiOf } from '../olm-v1/extension-status';
import { listableVersion } from '../removal/crd-conversion';
import { DeletionPolicy, deletionStage, FoundObject, Leftover, objectTitle, Stage } from '../removal/stage';

/** Input of the stages of a removal. */
export interface RukpakRemoval {
  readonly installation: Installation;
  readonly operands: 'abort' | 'ignore' | 'delete';
  readonly force: boolean;
  readonly view: ClusterView;
  /** Milliseconds spent in a phase. */
  readonly timeInPhase: (phase: string) => number;
}

/** Annotation that keeps an object of a bundle when the bundle is removed. */
const KEPT = 'helm.sh/resource-policy';

/** Returns the interests in what RukPak created for an installation: the kinds whose deletion takes time, or that affect a later installation. */
export function ownedInterests({ name, version }: Installation): Interest[] {
  return [crdsOf(name), deploymentsOf(name), namespacesOf(name), ...(version === 'v1alpha1' ? [bundlesOf(name)] : [])];
}

/** Returns the interests in the objects of the bundle's APIs, in the version in which they are stored. */
export function operandInterests({ installation, view }: RukpakRemoval): Interest[] {
  return (objectsOf(view, crdsOf(installation.name)) ?? []).map((crd) => {
    const { group, plural, kind, version } = apiOf(crd);
    const resource: ApiResource = { group, plural, kind, version: listableVersion(crd) ?? version, namespaced: specString(crd, 'scope') !== 'Cluster' };
    return { resource };
  });
}

/**
 * Stops the removal while there are operands, unless the options determine what happens to them. Once the installation is deleted, it is too late to
 * stop.
 */
export function operandGuard(removal: RukpakRemoval): Stage {
  const found = removal.operands === 'abort' && isInstalled(removal) ? operandsIn(removal) : [];
  return found.length === 0 ? { phase: 'inspecting' } : {
    phase: 'inspecting',
    waitingFor: 'nothing',
    findings: [{
      cause: 'operands-at-risk',
      message: `RukPak would delete ${found.length === 1 ? 'one object' : `${found.length} objects`} together with the CRDs: ${list(found.map(objectTitle))}`,
    }],
  };
}

/** Deletes the operands while the operator is still running. */
export function operandsStage(removal: RukpakRemoval): Stage {
  if (removal.operands !== 'delete' || !isInstalled(removal)) {
    return { phase: 'operands' };
  }
  const stage = deletionStage('operands', operandsIn(removal), policy(removal, 'deletes an operand while the operator is still running'));
  const deployments = objectsOf(removal.view, deploymentsOf(removal.installation.name)) ?? [];
  const isStopped = deployments.length === 0 || deployments.some((deployment) => !isAvailable(deployment));
  const stoppedOperator: Finding[] = stage.waitingFor !== undefined && isStopped
    ? [{ cause: 'finalizers-remaining', message: 'the operator that should remove the finalizers is not running' }] : [];
  return { ...stage, findings: [...stage.findings ?? [], ...stoppedOperator] };
}

/** Deletes the BundleDeployment or BundleInstance. */
export function installationStage(removal: RukpakRemoval): Stage {
  const { installation, view } = removal;
  const interest = installationInterest(installation);
  return deletionStage('installation', foundIn(view, [interest]), policy(removal, `deletes the ${interest.resource.kind}`));
}

/** Waits until the garbage collector has deleted what RukPak created. Objects without an owner are reported as left, because nothing deletes them. */
export function collectionStage(removal: RukpakRemoval): Stage {
  const { installation, view } = removal;
  const { kind = 'BundleDeployment' } = installation;
  const phase = 'collecting';
  const found = foundIn(view, ownedInterests(installation));
  const pending = found.filter(({ object }) => isTerminating(object) || isOwned(object, kind));
  const left = found.filter((object) => !pending.includes(object)).map((object): Leftover => (
    { object: objectTitle(object), reason: whyLeft(object, kind) }
  ));
  if (pending.length === 0) {
    return { phase, left };
  }
  const stuck = operandsIn(removal).filter(({ object }) => isTerminating(object) && (object.metadata.finalizers ?? []).length > 0);
  const { actions = [], findings = [] } = deletionStage(phase, stuck, policy(removal, ''));
  return {
    phase, left, actions, waitingFor: `${shortList(pending.map(objectTitle))} to be deleted by the garbage collector`,
    findings: [...findings, ...pendingFindings(pending, removal)],
  };
}

/** Returns which objects the garbage collector has not deleted. */
function pendingFindings(pending: readonly FoundObject[], removal: RukpakRemoval): Finding[] {
  const terminating = pending.filter(({ object }) => isTerminating(object));
  const untouched = pending.filter((object) => !terminating.includes(object));
  return [
    ...deletionStage('collecting', terminating, policy({ ...removal, force: false }, '')).findings ?? [],
    ...untouched.map((object): Finding => ({ cause: 'deletion-pending', message: `${objectTitle(object)} still exists, although its owner is deleted` })),
  ];
}

function whyLeft({ object }: FoundObject, kind: string): string {
  return object.metadata.annotations?.[KEPT] === 'keep' ? `its annotation ${KEPT} keeps it` : `it has no owner, so it was not deleted with the ${kind}`;
}

/** Whether the object that installs the bundle exists, and is not being deleted. */
function isInstalled({ installation, view }: RukpakRemoval): boolean {
  const object = objectOf(view, installationInterest(installation));
  return !!object && !isTerminating(object);
}

function isOwned({ metadata: { ownerReferences = [] } }: KubernetesObject, owner: string): boolean {
  return ownerReferences.some(({ kind }) => kind === owner);
}

function operandsIn(removal: RukpakRemoval): FoundObject[] {
  return foundIn(removal.view, operandInterests(removal));
}

function foundIn(view: ClusterView, interests: readonly Interest[]): FoundObject[] {
  return interests.flatMap((interest) => (objectsOf(view, interest) ?? [])
    .filter(({ metadata }) => interest.name === undefined || metadata.name === interest.name)
    .map((object) => ({ resource: interest.resource, object })));
}

function policy({ force, timeInPhase }: RukpakRemoval, description: string): DeletionPolicy {
  return { description, force, timeInPhase };
}
