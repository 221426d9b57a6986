import { parseJson } from '../../formats/json/exact-json';
import { field, fieldAt, isMap, type JsonMap, stringField, stringMapField } from '../../formats/json/json-value';
import { labelValueErrors, subdomainErrors } from '../../formats/schema/checks/kubernetes-names';
import type { BundleObject, BundleView } from './bundle-view';
import { type Fault, inFile, type Located, locatedMaps, type Rule } from './rule';

/** Returns a check of the CSV that finds nothing if there is none. */
export function withCsv(check: (csv: BundleObject, view: BundleView) => Iterable<Fault>): (view: BundleView) => Iterable<Fault> {
  return (view) => (view.csv === undefined ? [] : check(view.csv, view));
}

/** Returns a rule of this library whose faults are in the file of the CSV. */
export function csvRule(
  rule: Omit<Rule, 'check'>,
  check: (csv: BundleObject, view: BundleView) => Iterable<Fault>,
): Rule {
  return {
    ...rule,
    check: withCsv((csv, view) => inFile(csv.file, check(csv, view))),
  };
}

/** Returns the spec of a CSV, of any type. */
export function specOf({ json }: BundleObject): unknown {
  return field(json, 'spec');
}

/** Returns the annotations of an object. */
export function annotationsOf({ json }: BundleObject): { readonly [key: string]: string } {
  return stringMapField(field(json, 'metadata'), 'annotations');
}

const INSTALL_SPEC = ['spec', 'install', 'spec'];

/** Returns the deployments of a CSV. */
export function deploymentsOf({ json }: BundleObject): Located<JsonMap>[] {
  return locatedMaps(fieldAt(json, ...INSTALL_SPEC), 'deployments', INSTALL_SPEC);
}

/** Path of the pod spec in a deployment of a CSV. */
const POD_SPEC = ['spec', 'template', 'spec'];

/** Returns the pod spec of a deployment, of any type. */
export function podSpecOf({ value, path }: Located<JsonMap>): Located<unknown> {
  return { value: fieldAt(value, ...POD_SPEC), path: [...path, ...POD_SPEC] };
}

/** Returns the containers of a deployment, without its init containers. */
export function containersOf(deployment: Located<JsonMap>): Located<JsonMap>[] {
  const { value, path } = podSpecOf(deployment);
  return locatedMaps(value, 'containers', path);
}

/** Returns the init containers of a deployment. */
export function initContainersOf(deployment: Located<JsonMap>): Located<JsonMap>[] {
  const { value, path } = podSpecOf(deployment);
  return locatedMaps(value, 'initContainers', path);
}

/** Returns the webhooks of a CSV. */
export function webhooksOf(csv: BundleObject): Located<JsonMap>[] {
  return locatedMaps(specOf(csv), 'webhookdefinitions', ['spec']);
}

/** Returns the APIServices that a CSV owns. */
export function ownedApiServicesOf(csv: BundleObject): Located<JsonMap>[] {
  const path = ['spec', 'apiservicedefinitions'];
  return locatedMaps(fieldAt(csv.json, ...path), 'owned', path);
}

/** Returns the names of deployments in webhooks or APIServices that are no deployments of the CSV. */
export function unknownDeploymentsOf(csv: BundleObject, served: readonly Located<JsonMap>[]): Located<string>[] {
  const names = new Set(deploymentsOf(csv).map(({ value }) => stringField(value, 'name') ?? ''));
  return served.map(({ value, path }) => ({ value: stringField(value, 'deploymentName') ?? '', path: [...path, 'deploymentName'] }))
    .filter(({ value }) => !names.has(value));
}

/** What one of the operator's service accounts may do. */
export interface Permission extends Located<JsonMap> {
  readonly serviceAccountName: string;

  /** Whether it applies to the whole cluster instead of only the watched namespaces. */
  readonly clusterWide: boolean;
}

/** Returns the permissions, followed by the cluster permissions. */
export function permissionsOf({ json }: BundleObject): Permission[] {
  const install = fieldAt(json, ...INSTALL_SPEC);
  return ['permissions', 'clusterPermissions'].flatMap((key) => locatedMaps(install, key, INSTALL_SPEC).map((permission) => ({
    ...permission, serviceAccountName: stringField(permission.value, 'serviceAccountName') ?? '', clusterWide: key === 'clusterPermissions',
  })));
}

/** A policy rule of one of the operator's service accounts. */
export type PermissionRule = Permission;

/** Returns the rules of the permissions, followed by those of the cluster permissions. */
export function permissionRulesOf(csv: BundleObject): PermissionRule[] {
  return permissionsOf(csv).flatMap(({ value, path, ...of }) => locatedMaps(value, 'rules', path).map((rule) => ({ ...rule, ...of })));
}

/** Returns the descriptions of the owned or required CRDs. */
export function crdDescriptionsOf(csv: BundleObject, side: 'owned' | 'required'): Located<JsonMap>[] {
  const path = ['spec', 'customresourcedefinitions'];
  return locatedMaps(fieldAt(csv.json, ...path), side, path);
}

/**
 * Returns the requirements that the name of a CSV does not meet, as a phrase that follows "must", or undefined if it is valid. It must be a DNS name
 * and a valid label value, because OLM uses it in labels.
 */
export function csvNameError(name: string): string | undefined {
  const requirements = new Set([...subdomainErrors(name), ...labelValueErrors(name)]);
  return requirements.size === 0 ? undefined : [...requirements].join(', and ');
}

/** Returns the name of an API as Go's tools print it. */
export function gvkText(group: string, version: string, kind: string): string {
  return `${group}/${version}, Kind=${kind}`;
}

/**
 * Returns the APIs of a JSON list of examples, in the format of `gvkText`, or the fault of the list.
 *
 * @param json valid JSON
 */
export function readExamples(json: string): { readonly apis: ReadonlySet<string> } | { readonly fault: string } {
  let examples: unknown;
  try {
    examples = parseJson(json);
  } catch (error) {
    return { fault: `must be JSON that Go reads: ${(error as Error).message}` };
  }
  if (examples === null) {
    return { apis: new Set() };
  }
  if (!Array.isArray(examples)) {
    return { fault: 'must be a list' };
  }
  const apis = new Set<string>();
  for (const [index, example] of examples.entries()) {
    const kind = stringField(example, 'kind') ?? '';
    if (!isMap(example) || kind === '') {
      return { fault: `must be Kubernetes objects; number ${index + 1} ${isMap(example) ? 'has no kind' : 'is not a map'}` };
    }
    const parts = (stringField(example, 'apiVersion') ?? '').split('/');
    apis.add(parts.length > 2 ? gvkText('', '', '') : gvkText(parts.length === 2 ? parts[0]! : '', parts.at(-1)!, kind));
  }
  return { apis };
}
