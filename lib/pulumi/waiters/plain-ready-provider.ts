import type { Waiter } from '../../cluster/waiting/machine/waiter';
import {
  CRD, DEPLOYMENT, existing, interestIn, mainObject, ofKinds, type PlainObjectRef, seen, titleOf, WEBHOOK_CONFIGURATIONS,
} from '../../cluster/waiting/plain/plain-objects';
import { plainRemoval } from '../../cluster/waiting/plain/plain-removal';
import { plainReady, type ReadyPlainOperator } from '../../cluster/waiting/plain/plain-waiter';
import { unknownKind } from '../../cluster/waiting/removal/operator-crds';
import type { RemovalReport } from '../../cluster/waiting/removal/stage';
import { unlessWaitingDisabled } from '../../cluster/waiting/removal/waiting-opt-out';
import { apiOf, crdProblem } from '../../cluster/waiting/rules/crds';
import { isAvailable, podsAvailable } from '../../cluster/waiting/rules/deployments';
import type { OwnedApi } from '../../cluster/waiting/view/cluster-service-version';
import type { ClusterView } from '../../cluster/waiting/view/cluster-view';
import { defined } from '../../formats/json/defined';
import { field, type JsonMap, mapListField, stringField } from '../../formats/json/json-value';
import { crdSelectionIn, operandsIn, parseTimeouts, phaseSeconds, requiredString } from '../provider/inputs';
import { PLAIN_READY_INPUTS } from '../provider/waiter-inputs';
import type { Observation } from '../provider/waiter-kind';
import { waiterProvider } from '../provider/waiter-provider';

/**
 * Provider of `PlainReady`. No input replaces the resource: an operator that moves to another namespace keeps its cluster-scoped objects, which a
 * removal would delete.
 */
export const PLAIN_READY = waiterProvider<ReadyPlainOperator>({
  subject: (inputs) => `operator ${requiredString(inputs, 'namespace')}/${nameOf(inputs)}`,
  inputs: PLAIN_READY_INPUTS,
  waiter: (inputs) => plainReady({ ...operatorIn(inputs), timeouts: parseTimeouts(inputs['timeouts']) }) as Waiter<unknown, ReadyPlainOperator>,
  outputs: (inputs, verdict) => ({
    ...outputsOf(verdict.kind === 'done' ? verdict.outcome : verdict.reached),
    ...(verdict.kind === 'done' ? { bundleName: stringField(inputs['bundle'], 'name'), installedVersion: stringField(inputs['bundle'], 'version') } : {}),
    phaseSeconds: phaseSeconds(verdict),
  }),
  observe,
  contradiction: (inputs, outputs) => {
    const selection = crdSelectionIn(inputs);
    const apis = mapListField(outputs, 'ownedApis') as unknown as readonly OwnedApi[];
    return typeof selection === 'boolean' ? undefined : unknownKind('onDestroy.deleteCrds', selection, apis);
  },
  removal: (outputs) => {
    const { objects } = operatorIn(outputs);
    const anchor = mainObject(objects);
    if (anchor === undefined) {
      return undefined;
    }
    const removal = plainRemoval({
      ...operatorIn(outputs), operands: operandsIn(outputs), crds: crdSelectionIn(outputs), timeouts: parseTimeouts(outputs['timeouts']),
      resetConversion: field(outputs['onDestroy'], 'resetConversion') === true, force: field(outputs['onDestroy'], 'force') === true,
    });
    return unlessWaitingDisabled(removal, { object: interestIn(anchor), gate: interestIn(anchor), dependents: 'its operator' }) as Waiter<unknown, RemovalReport>;
  },
});

function nameOf(inputs: JsonMap): string {
  return requiredString(inputs, 'name');
}

function operatorIn(inputs: JsonMap): { readonly name: string; readonly namespace: string; readonly objects: readonly PlainObjectRef[] } {
  const objects = mapListField(inputs, 'objects').map((found): PlainObjectRef => {
    const [apiVersion = '', kind = '', of = '', namespace] = ['apiVersion', 'kind', 'name', 'namespace'].map((key) => stringField(found, key));
    return { apiVersion, kind, name: of, ...defined({ namespace }) };
  });
  return { name: nameOf(inputs), namespace: requiredString(inputs, 'namespace'), objects };
}

function outputsOf({ ownedApis, deployments }: Partial<ReadyPlainOperator>): JsonMap {
  return { ownedApis, deployments };
}

function observe(outputs: JsonMap, view: ClusterView): Observation {
  const { objects } = operatorIn(outputs);
  const refs = ofKinds(objects, CRD, DEPLOYMENT, ...WEBHOOK_CONFIGURATIONS);
  const found = refs.map((ref) => ({ ref, object: seen(view, ref) }));
  return {
    watch: refs.map(interestIn),
    isKnown: found.every(({ object }) => object !== undefined),
    isThere: refs.length === 0 || found.some(({ object }) => Boolean(object)),
    drift: found.flatMap(({ ref, object }) => {
      if (!object) {
        return [`${titleOf(ref)} no longer exists`];
      }
      const problem = ref.kind === CRD ? crdProblem(object, undefined)?.message : undefined;
      return problem !== undefined ? [problem] : ref.kind === DEPLOYMENT && !isAvailable(object) ? [`${titleOf(ref)}: ${podsAvailable(object)}`] : [];
    }),
    outputs: {
      ownedApis: existing(view, ofKinds(objects, CRD)).map(({ object }) => apiOf(object)),
      deployments: existing(view, ofKinds(objects, DEPLOYMENT)).map(({ object }) => object.metadata.name),
    } satisfies { readonly [output: string]: unknown },
  };
}
