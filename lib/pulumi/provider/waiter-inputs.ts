import { RUKPAK_GROUP } from '../../olm/names';
import { anyMap, boolean, booleanOrListOf, count, fields, type InputCheck, kindAndGroup, listOf, name, oneOf, string } from './inputs';

/** Input of a kind of waiter, from which the provider's checks follow. The arguments of its resource are checked from their declarations. */
export interface WaiterInput {
  readonly check: InputCheck;

  /** @default false */
  readonly isRequired?: true;

  /** Whether a change replaces the resource. @default false */
  readonly replaces?: true;

  /** Whether a change is only stored, without waiting again: the input affects only how the waiter waits or removes. @default false */
  readonly isOnlyStored?: true;
}

/** Inputs of a kind of waiter, besides those of all kinds. */
export interface WaiterInputs {
  readonly [input: string]: WaiterInput;
}

/** Returns the names of the inputs that have a mark. */
export function inputsWith(inputs: WaiterInputs, mark: 'isRequired' | 'replaces' | 'isOnlyStored'): string[] {
  return Object.keys(inputs).filter((input) => inputs[input]?.[mark] === true);
}

const revision = { check: string } as const;
const operands = oneOf('abort', 'ignore', 'delete');
const deleteCrds = booleanOrListOf(kindAndGroup);

/** Release of OLM, with the stored versions of its CRDs. */
const release = fields({ version: name, crds: listOf(fields({ name, stored: name, versions: listOf(name) })) }, ['version', 'crds']);

/** Inputs of `CatalogReady`. */
export const CATALOG_READY_INPUTS = {
  namespace: { check: name, isRequired: true, replaces: true },
  name: { check: name, isRequired: true, replaces: true },
  deployment: { check: name },
  revision,
} as const satisfies WaiterInputs;

/** Inputs of `ClusterCatalogReady`. */
export const CLUSTER_CATALOG_READY_INPUTS = {
  name: { check: name, isRequired: true, replaces: true },
  revision,
  remove: { check: boolean, isOnlyStored: true },
  force: { check: boolean, isOnlyStored: true },
} as const satisfies WaiterInputs;

/** Inputs of `ClusterExtensionReady`. */
export const CLUSTER_EXTENSION_READY_INPUTS = {
  name: { check: name, isRequired: true, replaces: true },
  version: { check: name },
  revision,
  onDestroy: { check: fields({ operands, force: boolean }), isOnlyStored: true },
} as const satisfies WaiterInputs;

/** Inputs of `OlmDetection`. */
export const OLM_DETECTION_INPUTS = {
  existing: { check: oneOf('fail', 'adopt', 'use'), isRequired: true },
  namespace: { check: name, isRequired: true },
  operatorNamespace: { check: name, isRequired: true },
  catalogNamespace: { check: name, isRequired: true },
  release: { check: release },
} as const satisfies WaiterInputs;

/** Inputs of `OlmReady`. */
export const OLM_READY_INPUTS = {
  parts: {
    check: fields({ crds: listOf(name), deployments: listOf(anyMap), csvs: listOf(anyMap), apiServices: listOf(name) }), isRequired: true,
  },
  removal: { check: listOf(anyMap), isRequired: true, isOnlyStored: true },
  release: { check: release },
  onDestroy: { check: fields({ removeOperators: boolean, force: boolean }), isOnlyStored: true },
} as const satisfies WaiterInputs;

/** Inputs of `OperatorAdoption`. */
export const OPERATOR_ADOPTION_INPUTS = {
  namespace: { check: name, isRequired: true },
  subscription: { check: name, isRequired: true },
  package: { check: name, isRequired: true },
  operatorGroup: { check: name },
} as const satisfies WaiterInputs;

/** Inputs of `OperatorNamespace`. */
export const OPERATOR_NAMESPACE_INPUTS = {
  namespace: { check: name, isRequired: true, replaces: true },
  operatorGroup: { check: name },
  removeOperatorGroup: { check: boolean },
  removeNamespace: { check: boolean },
  crds: { check: listOf(name) },
  force: { check: boolean },
} as const satisfies WaiterInputs;

/** Fields of an operator in the input `locked` of `OperatorReady`. */
export const LOCKED_OPERATOR = fields({
  packageName: name, version: string, csv: name, channel: string, catalog: name, catalogNamespace: name, subscription: name,
}, ['packageName', 'version', 'csv', 'channel', 'catalog', 'catalogNamespace']);

/** Inputs of `OperatorReady`. */
export const OPERATOR_READY_INPUTS = {
  namespace: { check: name, isRequired: true, replaces: true },
  subscription: { check: name, isRequired: true, replaces: true },
  package: { check: name, replaces: true },
  channel: { check: string },
  pin: { check: fields({ csv: name, version: string, intermediateCsvs: listOf(name), dependencyCsvs: listOf(name) }, ['csv']) },
  locked: { check: listOf(LOCKED_OPERATOR), isOnlyStored: true },
  upgradePlan: {
    check: fields({
      planVersion: count,
      operators: listOf(fields({ namespace: name, packageName: name, kind: string, before: string, after: string, approvals: listOf(name) }, [
        'namespace', 'packageName', 'before', 'approvals',
      ])),
      installPlans: listOf(fields({ namespace: name, csvs: listOf(name) }, ['namespace', 'csvs'])),
    }, ['operators']),
    isOnlyStored: true,
  },
  revision,
  recover: { check: count, isOnlyStored: true },
  adopt: { check: boolean, isOnlyStored: true },
  previousSubscription: { check: name, isOnlyStored: true },
  onDestroy: {
    check: fields({ operands, deleteCrds, resetConversion: boolean, deleteDependencies: boolean, force: boolean }),
    isOnlyStored: true,
  },
} as const satisfies WaiterInputs;

/** Inputs of `PlainReady`. */
export const PLAIN_READY_INPUTS = {
  name: { check: name, isRequired: true },
  namespace: { check: name, isRequired: true },
  objects: { check: listOf(fields({ apiVersion: name, kind: name, name, namespace: name }, ['apiVersion', 'kind', 'name'])), isRequired: true },
  bundle: { check: fields({ name, version: name }, ['name']) },
  revision,
  onDestroy: { check: fields({ operands, deleteCrds, resetConversion: boolean, force: boolean }), isOnlyStored: true },
} as const satisfies WaiterInputs;

/** Inputs of `RukpakReady`. */
export const RUKPAK_READY_INPUTS = {
  name: { check: name, isRequired: true, replaces: true },
  kind: { check: oneOf('Bundle', 'BundleDeployment', 'BundleInstance'), isRequired: true, replaces: true },
  apiVersion: { check: oneOf(`${RUKPAK_GROUP}/v1alpha1`, `${RUKPAK_GROUP}/v1alpha2`) },
  revision,
  onDestroy: { check: fields({ operands, force: boolean }), isOnlyStored: true },
} as const satisfies WaiterInputs;
