import { CRD, DEPLOYMENT, existing, ofKinds, PlainObjectRef, WEBHOOK_CONFIGURATIONS } from './plain-objects';
import { ClusterView } from '../view/cluster-view';
import { Interest } from '../view/interest';
import { isTerminating, specString } from '../view/kubernetes-object';
import { objectsOf } from '../view/queries';
import { isAvailable } from '../view/rollout';
import { Finding } from '../explain/finding';
import { list, shortList } from '../explain/formatting';
import { apiOf } from '../olm-v1/extension-status';
import {
  brokenConversions, conversionLeftover, conversionService, conversionServiceInterest, listableVersion, resetConversionAction,
} from '../removal/crd-conversion';
import { CrdSelection, kindAndGroup, selectsCrd, selectsCrds } from '../removal/crd-selection';
import { DeletionPolicy, deletionStage, FoundObject, Leftover, objectTitle, Stage } from '../removal/stage';

/** Input of the stages of a removal. */
export interface PlainRemoval {
  readonly objects: readonly PlainObjectRef[];
  readonly operands: 'abort' | 'ignore' | 'delete';
  readonly crds: CrdSelection;
  readonly resetConversion: boolean;
  readonly force: boolean;
  readonly view: ClusterView;
  /** Milliseconds spent in a phase. */
  readonly timeInPhase: (phase: string) => number;
}

/** Returns the existing objects of some kinds. */
const found = ({ objects, view }: PlainRemoval, ...kinds: readonly string[]): FoundObject[] => existing(view, ofKinds(objects, ...kinds));

/** Returns the interests in operands, in the version in which they are stored. */
export function operandInterests(removal: PlainRemoval): Interest[] {
  return found(removal, CRD).map(({ object: crd }) => {
    const { group, plural, kind, version } = apiOf(crd);
    return { resource: { group, plural, kind, version: listableVersion(crd) ?? version, namespaced: specString(crd, 'scope') !== 'Cluster' } };
  });
}

/** Returns the operands: objects of the operator's APIs, except those that belong to the operator. */
function operandsOf(removal: PlainRemoval): FoundObject[] {
  const own = new Set(ownInstances(removal).map(objectTitle));
  return operandInterests(removal).flatMap((interest) => (
    (objectsOf(removal.view, interest) ?? []).map((object) => ({ resource: interest.resource, object }))
  )).filter((operand) => !own.has(objectTitle(operand)));
}

/** Returns the objects of the operator's APIs that belong to the operator, which may have to remove their finalizers. */
function ownInstances(removal: PlainRemoval): FoundObject[] {
  const apis = found(removal, CRD).map(({ object: crd }) => kindAndGroup(apiOf(crd)));
  return existing(removal.view, removal.objects).filter(({ resource }) => apis.includes(kindAndGroup(resource)));
}

/**
 * Stops the removal while there are operands, unless the options determine what happens to them. Once the operator is deleted, it is too late to
 * stop.
 */
export function operandGuard(removal: PlainRemoval): Stage {
  const isRunning = found(removal, DEPLOYMENT).some(({ object }) => !isTerminating(object));
  const operands = removal.operands === 'abort' && isRunning ? operandsOf(removal) : [];
  return operands.length === 0 ? { phase: 'inspecting' } : {
    phase: 'inspecting',
    waitingFor: 'nothing',
    findings: [{ cause: 'operands-remaining', message: `the operator's APIs still have ${count(operands.length)}: ${list(operands.map(objectTitle))}` }],
  };
}

/** Deletes the operands, or reports those that are kept. */
export function operandsStage(removal: PlainRemoval): Stage {
  const operands = operandsOf(removal);
  const isDeleting = removal.operands === 'delete';
  const left = isDeleting ? [] : operands.map((operand): Leftover => ({ object: objectTitle(operand), reason: 'operands are ignored' }));
  const stage = deletionStage('operands', [...isDeleting ? operands : [], ...ownInstances(removal)], policy(removal, 'deletes an operand while the operator is still running'));
  const deployments = found(removal, DEPLOYMENT);
  const isStopped = deployments.length === 0 || deployments.some(({ object }) => !isAvailable(object));
  const stoppedOperator: Finding[] = stage.waitingFor !== undefined && isStopped
    ? [{ cause: 'finalizers-remaining', message: 'the operator that should remove the finalizers is not running' }] : [];
  return { ...stage, left, findings: [...(stage.findings ?? []), ...stoppedOperator] };
}

/** Deletes the webhook configurations. */
export function webhookStage(removal: PlainRemoval): Stage {
  const description = 'deletes a webhook before the operator that serves it, so that the API server does not reject requests';
  return deletionStage('webhooks', found(removal, ...WEBHOOK_CONFIGURATIONS), policy(removal, description));
}

/** Deletes the Deployments. */
export function operatorStage(removal: PlainRemoval): Stage {
  return deletionStage('operator', found(removal, DEPLOYMENT), policy(removal, 'deletes the operator'));
}

/** Deletes everything else except CRDs. */
export function objectStage(removal: PlainRemoval): Stage {
  const others = removal.objects.filter(({ kind }) => ![CRD, DEPLOYMENT, ...WEBHOOK_CONFIGURATIONS].includes(kind));
  return deletionStage('objects', existing(removal.view, others), policy(removal, 'deletes an object of the operator'));
}

/** Deletes the selected CRDs, each only if it has no objects, since these would be deleted with it. */
export function crdStage(removal: PlainRemoval): Stage {
  const crds = found(removal, CRD);
  const operands = operandsOf(removal);
  const keepReason = ({ object: crd }: FoundObject): string | undefined => {
    const api = apiOf(crd);
    if (!selectsCrds(removal.crds)) {
      return 'CRDs are kept';
    }
    if (!selectsCrd(removal.crds, api)) {
      return `deleteCrds does not have ${kindAndGroup(api)}`;
    }
    const held = operands.filter(({ resource }) => resource.plural === api.plural && resource.group === api.group).length;
    return held === 0 ? undefined : `it still has ${count(held)}`;
  };
  const left = crds.flatMap((crd): Leftover[] => {
    const reason = isTerminating(crd.object) ? undefined : keepReason(crd);
    return reason === undefined ? [] : [{ object: objectTitle(crd), reason }];
  });
  const deletable = crds.filter((crd) => isTerminating(crd.object) || keepReason(crd) === undefined);
  return { ...deletionStage('crds', deletable, policy(removal, 'deletes a CRD that has no objects left')), left };
}

/** Returns the interests in the Services that the conversion webhooks of CRDs call. */
export function conversionInterests(removal: PlainRemoval): Interest[] {
  return found(removal, CRD).map(({ object }) => conversionService(object)).filter((service) => service !== undefined).map(conversionServiceInterest);
}

/** Removes the conversion webhooks whose Service was deleted with the operator, if the options say so, and otherwise reports them. */
export function conversionStage(removal: PlainRemoval): Stage {
  const phase = 'conversion';
  const broken = brokenConversions(found(removal, CRD).map(({ object }) => object), [], removal.view);
  const deleted = broken.filter(({ state }) => state === 'deleted');
  const titles = shortList(broken.map(({ crd }) => `${CRD} ${crd.metadata.name}`));
  if (broken.some(({ state }) => state === undefined)) {
    return { phase, waitingFor: `the Service of the conversion webhook of ${titles}` };
  }
  return deleted.length === 0 || !removal.resetConversion ? { phase, left: broken.map(conversionLeftover) } : {
    phase, waitingFor: `the conversion webhook of ${titles} to be removed`,
    actions: deleted.map(({ crd, service }) => resetConversionAction(crd, service)).filter((action) => action !== undefined),
  };
}

function policy({ force, timeInPhase }: PlainRemoval, description: string): DeletionPolicy {
  return { description, force, timeInPhase };
}

function count(number: number): string {
  return number === 1 ? 'one object' : `${number} objects`;
}
