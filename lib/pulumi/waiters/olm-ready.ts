import { anyMap, fields, flag, listOf, name } from './input-checks';
import { timeouts } from './timeout-inputs';
import type { Look } from './waiter-kind';
import { waiterProvider } from './waiter-provider';
import { field, mapsField, textField, textsField } from '../../bundle/json-value';
import type { JsonMap } from '../../bundle/json-value';
import type { OlmRemovalStep } from '../../olm/removal-order';
import { CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../wait/cluster/api-resource';
import type { ClusterView } from '../wait/cluster/cluster-view';
import { objectOf, one } from '../wait/cluster/queries';
import { isAvailable, podsAvailable } from '../wait/cluster/rollout';
import { olmReady } from '../wait/olm/olm-ready';
import type { NamespacedName, OlmParts } from '../wait/olm/olm-parts';
import { unlessLetGo } from '../wait/removal/let-go';
import { olmRemoval, OPERATORS_OF_OLM } from '../wait/removal/olm-removal';
import type { RemovalReport } from '../wait/removal/stage';
import type { Waiter } from '../wait/waiting/waiter';

/** The Deployment of the controller that removes operators: while it is there, OLM is. */
const OLM_OPERATOR = 'olm-operator';

/** Waits for OLM itself, and removes it in order. */
export const OLM_READY = waiterProvider<OlmParts>({
  subject: () => 'OLM',
  checks: {
    parts: fields({ crds: listOf(name), deployments: listOf(anyMap), csvs: listOf(anyMap), apiServices: listOf(name) }),
    removal: listOf(anyMap),
    onDestroy: fields({ removeOperators: flag, force: flag }),
  },
  required: ['parts', 'removal'],
  identity: [],
  manner: ['onDestroy', 'removal'],
  waiter: (inputs) => olmReady({ parts: parts(inputs), timeouts: timeouts(inputs['timeouts']) }) as Waiter<unknown, OlmParts>,
  outputs: () => ({}),
  look,
  removal,
});

function removal(outputs: JsonMap): Waiter<unknown, RemovalReport> {
  const ordered = olmRemoval({
    steps: mapsField(outputs, 'removal').map(step),
    removeOperators: field(outputs['onDestroy'], 'removeOperators') === true,
    force: field(outputs['onDestroy'], 'force') === true,
    timeouts: timeouts(outputs['timeouts']),
  });
  const controller = parts(outputs).deployments.find((of) => of.name === OLM_OPERATOR);
  return (controller === undefined ? ordered : unlessLetGo(ordered, {
    object: one(DEPLOYMENTS, controller.name, controller.namespace), first: OPERATORS_OF_OLM, with: 'OLM',
  })) as Waiter<unknown, RemovalReport>;
}

function parts(inputs: JsonMap): OlmParts {
  const found = inputs['parts'];
  const named = (key: string): NamespacedName[] => mapsField(found, key)
    .map((of) => ({ namespace: textField(of, 'namespace') ?? '', name: textField(of, 'name') ?? '' }));
  return { crds: textsField(found, 'crds'), deployments: named('deployments'), csvs: named('csvs'), apiServices: textsField(found, 'apiServices') };
}

function step(found: JsonMap): OlmRemovalStep {
  return {
    title: textField(found, 'title') ?? '',
    reason: textField(found, 'reason') ?? '',
    targets: mapsField(found, 'targets').map((target) => {
      const [of, namespace] = [textField(target, 'name'), textField(target, 'namespace')];
      return {
        apiVersion: textField(target, 'apiVersion') ?? '',
        kind: textField(target, 'kind') ?? '',
        ...(of === undefined ? {} : { name: of }),
        ...(namespace === undefined ? {} : { namespace }),
      };
    }),
  };
}

function look(outputs: JsonMap, view: ClusterView): Look {
  const { crds, deployments } = parts(outputs);
  const interests = [
    ...crds.map((crd) => one(CUSTOM_RESOURCE_DEFINITIONS, crd)), ...deployments.map((of) => one(DEPLOYMENTS, of.name, of.namespace)),
  ];
  const found = interests.map((interest) => ({ interest, object: objectOf(view, interest) }));
  return {
    watch: interests,
    isKnown: found.every(({ object }) => object !== undefined),
    isThere: found.some(({ object }) => Boolean(object)),
    drift: found.flatMap(({ interest: { resource, name: of = '', namespace }, object }) => {
      const what = `${resource.kind} ${namespace === undefined ? of : `${namespace}/${of}`}`;
      if (!object) {
        return [`${what} is not there any longer`];
      }
      return resource === DEPLOYMENTS && !isAvailable(object) ? [`${what}: ${podsAvailable(object)}`] : [];
    }),
    outputs: {},
  };
}
