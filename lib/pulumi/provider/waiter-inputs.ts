import type { JsonMap } from '../../formats/json/json-value';
import { valueFaults } from '../../formats/options/check-options';
import { OptionTypes } from '../../formats/options/option-type';
import { RUKPAK_GROUP } from '../../formats/schema/api-groups';
import { isKindAndGroup } from '../../formats/schema/kubernetes-manifest';
import { UNKNOWN } from './inputs';

/** Input of a kind of waiter, from which the provider's checks follow. The arguments of its resource are checked from their declarations. */
export interface WaiterInput {
  /** Type of the input, in the notation of `OptionTypes`. */
  readonly takes: string;

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

/** Problem of an input, in Pulumi's format. */
export interface InputProblem {
  readonly property: string;
  readonly reason: string;
}

/** Returns the names of the inputs that have a mark. */
export function inputsWith(inputs: WaiterInputs, mark: 'isRequired' | 'replaces' | 'isOnlyStored'): string[] {
  return Object.keys(inputs).filter((input) => inputs[input]?.[mark] === true);
}

/**
 * Returns what is wrong with inputs, at most one problem for each. Values that are not known yet are accepted, and null, which Pulumi does not
 * distinguish from a missing value.
 */
export function inputProblems(values: JsonMap, inputs: WaiterInputs): InputProblem[] {
  const missing = inputsWith(inputs, 'isRequired').filter((input) => values[input] === undefined || values[input] === null);
  const wrong = Object.entries(inputs).flatMap(([property, { takes }]) => {
    const check = { what: property, isKnownLater: (text: string) => text === UNKNOWN, isNullNothing: true };
    const faults = values[property] === undefined ? [] : valueFaults(check, TYPES.type(takes), values[property]);
    return faults.length === 0 ? [] : [{ property, reason: faults.join('; ') }];
  });
  return [...missing.map((property) => ({ property, reason: 'is missing' })), ...wrong];
}

const OPERAND_REMOVAL = { 'operands?': "'abort' | 'ignore' | 'delete'", 'force?': 'boolean' };
const CRD_REMOVAL = { ...OPERAND_REMOVAL, 'deleteCrds?': 'boolean | KindAndGroup[]', 'resetConversion?': 'boolean' };

const TYPES = new OptionTypes({
  refinements: {
    Name: { words: ['a non-empty string', 'non-empty strings'], of: 'string', fits: (text) => text !== '' },
    KindAndGroup: {
      words: ["kind and group such as 'Database.example.com'", "kinds with group such as 'Database.example.com'"],
      of: 'string', fits: isKindAndGroup,
    },
    Seconds: { words: ['a number of seconds, 0 or more', 'numbers of seconds'], of: 'number', fits: (seconds) => seconds >= 0 },
    Count: { words: ['an integer, 0 or more', 'integers'], of: 'number', fits: (count) => Number.isInteger(count) && count >= 0 },
  },
  structs: {
    Timeouts: { 'total?': 'Seconds', 'phases?': 'map<Seconds>', 'settling?': 'Seconds', 'terminalGrace?': 'Seconds', 'transientGrace?': 'Seconds' },
    CustomTimeouts: { 'create?': 'Seconds', 'update?': 'Seconds', 'delete?': 'Seconds' },

    // Release of OLM, with the stored versions of its CRDs.
    Release: { version: 'Name', crds: 'ReleaseCrd[]' },
    ReleaseCrd: { 'name?': 'Name', 'stored?': 'Name', 'versions?': 'Name[]' },
    OlmParts: { 'crds?': 'Name[]', 'deployments?': 'object[]', 'csvs?': 'object[]', 'apiServices?': 'Name[]' },
    OlmRemoval: { 'removeOperators?': 'boolean', 'deleteLeftovers?': 'boolean', 'force?': 'boolean' },

    Pin: { csv: 'Name', 'version?': 'string', 'intermediateCsvs?': 'Name[]', 'dependencyCsvs?': 'Name[]' },
    LockedOperator: {
      packageName: 'Name', version: 'string', csv: 'Name', channel: 'string', catalog: 'Name', catalogNamespace: 'Name', 'subscription?': 'Name',
    },
    UpgradePlan: { operators: 'PlannedOperator[]', 'planVersion?': 'Count', 'installPlans?': 'PlannedInstallPlan[]' },
    PlannedOperator: { namespace: 'Name', packageName: 'Name', before: 'string', approvals: 'Name[]', 'kind?': 'string', 'after?': 'string' },
    PlannedInstallPlan: { namespace: 'Name', csvs: 'Name[]' },

    OperandRemoval: OPERAND_REMOVAL,
    CrdRemoval: CRD_REMOVAL,
    OperatorRemoval: { ...CRD_REMOVAL, 'deleteDependencies?': 'boolean', 'deleteLeftovers?': 'boolean' },

    PlainObject: { apiVersion: 'Name', kind: 'Name', name: 'Name', 'namespace?': 'Name' },
    PlainBundle: { name: 'Name', 'version?': 'Name' },
  },
});

const revision = { takes: 'string' } as const;

/** Inputs of every kind. */
export const COMMON_INPUTS = {
  timeouts: { takes: 'Timeouts', isOnlyStored: true },
  customTimeouts: { takes: 'CustomTimeouts', isOnlyStored: true },
  // Checked by `clusterInputProblems`, which quotes no value.
  kubeconfig: { takes: 'any' },
  context: { takes: 'any' },
  deleteUnreachable: { takes: 'boolean', isOnlyStored: true },
  revision,
} as const satisfies WaiterInputs;

/** Inputs of `CatalogReady`. */
export const CATALOG_READY_INPUTS = {
  namespace: { takes: 'Name', isRequired: true, replaces: true },
  name: { takes: 'Name', isRequired: true, replaces: true },
  deployment: { takes: 'Name' },
  revision,
} as const satisfies WaiterInputs;

/** Inputs of `ClusterCatalogReady`. */
export const CLUSTER_CATALOG_READY_INPUTS = {
  name: { takes: 'Name', isRequired: true, replaces: true },
  revision,
  remove: { takes: 'boolean', isOnlyStored: true },
  force: { takes: 'boolean', isOnlyStored: true },
} as const satisfies WaiterInputs;

/** Inputs of `ClusterExtensionReady`. */
export const CLUSTER_EXTENSION_READY_INPUTS = {
  name: { takes: 'Name', isRequired: true, replaces: true },
  version: { takes: 'Name' },
  revision,
  onDestroy: { takes: 'OperandRemoval', isOnlyStored: true },
} as const satisfies WaiterInputs;

/** Inputs of `OlmDetection`. */
export const OLM_DETECTION_INPUTS = {
  existing: { takes: "'fail' | 'adopt' | 'use'", isRequired: true },
  namespace: { takes: 'Name', isRequired: true },
  operatorNamespace: { takes: 'Name', isRequired: true },
  catalogNamespace: { takes: 'Name', isRequired: true },
  release: { takes: 'Release' },
} as const satisfies WaiterInputs;

/** Inputs of `OlmReady`. */
export const OLM_READY_INPUTS = {
  parts: { takes: 'OlmParts', isRequired: true },
  removal: { takes: 'object[]', isRequired: true, isOnlyStored: true },
  release: { takes: 'Release' },
  onDestroy: { takes: 'OlmRemoval', isOnlyStored: true },
} as const satisfies WaiterInputs;

/** Inputs of `OperatorAdoption`. */
export const OPERATOR_ADOPTION_INPUTS = {
  namespace: { takes: 'Name', isRequired: true },
  subscription: { takes: 'Name', isRequired: true },
  package: { takes: 'Name', isRequired: true },
  operatorGroup: { takes: 'Name' },
} as const satisfies WaiterInputs;

/** Inputs of `OperatorNamespace`. */
export const OPERATOR_NAMESPACE_INPUTS = {
  namespace: { takes: 'Name', isRequired: true, replaces: true },
  operatorGroup: { takes: 'Name' },
  removeOperatorGroup: { takes: 'boolean' },
  removeNamespace: { takes: 'boolean' },
  crds: { takes: 'Name[]' },
  force: { takes: 'boolean' },
} as const satisfies WaiterInputs;

/** Inputs of `OperatorReady`. */
export const OPERATOR_READY_INPUTS = {
  namespace: { takes: 'Name', isRequired: true, replaces: true },
  subscription: { takes: 'Name', isRequired: true, replaces: true },
  package: { takes: 'Name', replaces: true },
  channel: { takes: 'string' },
  pin: { takes: 'Pin' },
  locked: { takes: 'LockedOperator[]', isOnlyStored: true },
  upgradePlan: { takes: 'UpgradePlan', isOnlyStored: true },
  revision,
  recover: { takes: 'Count', isOnlyStored: true },
  adopt: { takes: 'boolean', isOnlyStored: true },
  previousSubscription: { takes: 'Name', isOnlyStored: true },
  onDestroy: { takes: 'OperatorRemoval', isOnlyStored: true },
} as const satisfies WaiterInputs;

/** Inputs of `PlainReady`. */
export const PLAIN_READY_INPUTS = {
  name: { takes: 'Name', isRequired: true },
  namespace: { takes: 'Name', isRequired: true },
  objects: { takes: 'PlainObject[]', isRequired: true },
  bundle: { takes: 'PlainBundle' },
  revision,
  onDestroy: { takes: 'CrdRemoval', isOnlyStored: true },
} as const satisfies WaiterInputs;

/** Inputs of `RukpakReady`. */
export const RUKPAK_READY_INPUTS = {
  name: { takes: 'Name', isRequired: true, replaces: true },
  kind: { takes: "'Bundle' | 'BundleDeployment' | 'BundleInstance'", isRequired: true, replaces: true },
  apiVersion: { takes: `'${RUKPAK_GROUP}/v1alpha1' | '${RUKPAK_GROUP}/v1alpha2'` },
  revision,
  onDestroy: { takes: 'OperandRemoval', isOnlyStored: true },
} as const satisfies WaiterInputs;
