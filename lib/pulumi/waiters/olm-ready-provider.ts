import type { Waiter } from '../../cluster/waiting/machine/waiter';
import { type NamespacedName, type OlmParts, olmReady } from '../../cluster/waiting/olm/olm-waiter';
import { INSTALLED_OPERATORS, olmRemoval } from '../../cluster/waiting/removal/olm-removal';
import type { RemovalReport } from '../../cluster/waiting/removal/stage';
import { unlessWaitingDisabled } from '../../cluster/waiting/removal/waiting-opt-out';
import { isAvailable, podsAvailable } from '../../cluster/waiting/rules/deployments';
import { CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../../cluster/waiting/view/api-resource';
import { type ClusterView, named, objectOf } from '../../cluster/waiting/view/cluster-view';
import { defined } from '../../formats/json/defined';
import { field, type JsonMap, mapListField, stringField, stringListField, stringMapField } from '../../formats/json/json-value';
import type { OlmRemovalStep } from '../../olm/v0/release/removal-order';
import { lossOfObjects, storageField } from '../../olm/v0/upgrade/stored-versions';
import { parseTimeouts } from '../provider/inputs';
import { OLM_READY_INPUTS } from '../provider/waiter-inputs';
import type { Observation } from '../provider/waiter-kind';
import { waiterProvider } from '../provider/waiter-provider';

/** Deployment of the controller that removes operators. OLM exists as long as this Deployment does. */
const OLM_OPERATOR = 'olm-operator';

/** Provider of `OlmReady`. */
export const OLM_READY = waiterProvider<OlmParts>({
  subject: () => 'OLM',
  inputs: OLM_READY_INPUTS,
  refusedChange: (before, inputs) => {
    // States of older versions of this library have no release.
    const [from, to] = [storageField(before['release']), storageField(inputs['release'])];
    // Pulumi deletes the resources that are no longer in the program, including those of CRDs.
    const loss = from === undefined || to === undefined ? undefined : lossOfObjects(from, to, 'deleted');
    return loss === undefined ? [] : [{ property: 'release', reason: loss }];
  },
  compared: { removal: (value) => (Array.isArray(value) ? value.map(comparedTargets).filter((targets) => targets.length > 0) : value) },
  waiter: (inputs) => {
    const release = storageField(inputs['release'])?.version;
    return olmReady({
      parts: parts(inputs), ...defined({ release }), timeouts: parseTimeouts(inputs['timeouts']),
    }) as Waiter<unknown, OlmParts>;
  },
  outputs: () => ({}),
  observe,
  removal,
});

function removal(outputs: JsonMap): Waiter<unknown, RemovalReport> {
  const ordered = olmRemoval({
    steps: mapListField(outputs, 'removal').map(step),
    removeOperators: field(outputs['onDestroy'], 'removeOperators') === true,
    leftovers: field(outputs['onDestroy'], 'deleteLeftovers') === true,
    force: field(outputs['onDestroy'], 'force') === true,
    timeouts: parseTimeouts(outputs['timeouts']),
  });
  const controller = parts(outputs).deployments.find((of) => of.name === OLM_OPERATOR);
  return (controller === undefined ? ordered : unlessWaitingDisabled(ordered, {
    object: named(DEPLOYMENTS, controller.name, controller.namespace), gate: INSTALLED_OPERATORS, dependents: 'OLM',
  })) as Waiter<unknown, RemovalReport>;
}

/**
 * Returns the part of a step that counts as a change. Titles and reasons are human-readable, and another release may word them differently. Earlier
 * releases left behind what OLM creates in kube-system and for its own objects, which is no reason to update a stack.
 */
function comparedTargets(found: unknown): JsonMap[] {
  return mapListField(found, 'targets').filter((target) => stringField(target, 'namespace') !== 'kube-system' && target['labels'] === undefined);
}

/** Returns the parts in inputs. A removal reads the state as it is, without the checks of inputs, so each of them may be missing. */
function parts(inputs: JsonMap): OlmParts {
  const found = inputs['parts'];
  const named = (key: string): NamespacedName[] => mapListField(found, key)
    .map((of) => ({ namespace: stringField(of, 'namespace') ?? '', name: stringField(of, 'name') ?? '' }));
  return { crds: stringListField(found, 'crds'), deployments: named('deployments'), csvs: named('csvs'), apiServices: stringListField(found, 'apiServices') };
}

function step(found: JsonMap): OlmRemovalStep {
  return {
    title: stringField(found, 'title') ?? '',
    reason: stringField(found, 'reason') ?? '',
    targets: mapListField(found, 'targets').map((target) => {
      const [of, namespace] = [stringField(target, 'name'), stringField(target, 'namespace')];
      return {
        apiVersion: stringField(target, 'apiVersion') ?? '',
        kind: stringField(target, 'kind') ?? '',
        ...defined({ name: of, namespace, labels: target['labels'] === undefined ? undefined : stringMapField(target, 'labels') }),
      };
    }),
  };
}

function observe(outputs: JsonMap, view: ClusterView): Observation {
  const { crds, deployments } = parts(outputs);
  const interests = [
    ...crds.map((crd) => named(CUSTOM_RESOURCE_DEFINITIONS, crd)), ...deployments.map((of) => named(DEPLOYMENTS, of.name, of.namespace)),
  ];
  const found = interests.map((interest) => ({ interest, object: objectOf(view, interest) }));
  return {
    watch: interests,
    isKnown: found.every(({ object }) => object !== undefined),
    isThere: found.some(({ object }) => Boolean(object)),
    drift: found.flatMap(({ interest: { resource, name: of = '', namespace }, object }) => {
      const what = `${resource.kind} ${namespace === undefined ? of : `${namespace}/${of}`}`;
      if (!object) {
        return [`${what} no longer exists`];
      }
      return resource === DEPLOYMENTS && !isAvailable(object) ? [`${what}: ${podsAvailable(object)}`] : [];
    }),
    outputs: {},
  };
}
