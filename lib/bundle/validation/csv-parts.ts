import type { JsonMap } from '../json-value';
import { field, fieldAt, textField, textMapField } from '../json-value';
import type { Placed } from './placed';
import { placedMaps } from './placed';
import type { Fault } from './rule';
import type { SubjectObject, ValidationSubject } from './subject';

/** A check of the ClusterServiceVersion, which finds nothing where there is none. */
export function withCsv(check: (csv: SubjectObject, subject: ValidationSubject) => Iterable<Fault>): (subject: ValidationSubject) => Iterable<Fault> {
  return (subject) => (subject.csv === undefined ? [] : check(subject.csv, subject));
}

/** The spec of a ClusterServiceVersion, of whatever shape. */
export function specOf({ json }: SubjectObject): unknown {
  return field(json, 'spec');
}

/** The annotations of an object. */
export function annotationsOf({ json }: SubjectObject): { readonly [key: string]: string } {
  return textMapField(field(json, 'metadata'), 'annotations');
}

const INSTALL_SPEC = ['spec', 'install', 'spec'];

/** The deployments that a ClusterServiceVersion installs. */
export function deploymentsOf({ json }: SubjectObject): Placed<JsonMap>[] {
  return placedMaps(fieldAt(json, ...INSTALL_SPEC), 'deployments', INSTALL_SPEC);
}

/** Where a deployment of a ClusterServiceVersion has its pods. */
const POD_SPEC = ['spec', 'template', 'spec'];

/** The specification of a deployment's pods, of whatever shape. */
export function podSpecOf({ value, path }: Placed<JsonMap>): Placed<unknown> {
  return { value: fieldAt(value, ...POD_SPEC), path: [...path, ...POD_SPEC] };
}

/** The containers of a deployment, without those that run before them. */
export function containersOf(deployment: Placed<JsonMap>): Placed<JsonMap>[] {
  const { value, path } = podSpecOf(deployment);
  return placedMaps(value, 'containers', path);
}

/** The containers of a deployment that run before the others. */
export function initContainersOf(deployment: Placed<JsonMap>): Placed<JsonMap>[] {
  const { value, path } = podSpecOf(deployment);
  return placedMaps(value, 'initContainers', path);
}

/** A rule of what a service account of the operator may do. */
export interface PermissionRule extends Placed<JsonMap> {
  readonly serviceAccountName: string;

  /** Whether it holds in the whole cluster rather than in the watched namespaces. */
  readonly clusterWide: boolean;
}

/** Every rule of the permissions, and then of the cluster permissions. */
export function permissionRulesOf({ json }: SubjectObject): PermissionRule[] {
  const install = fieldAt(json, ...INSTALL_SPEC);
  return ['permissions', 'clusterPermissions'].flatMap((key) => (
    placedMaps(install, key, INSTALL_SPEC).flatMap(({ value, path }) => (
      placedMaps(value, 'rules', path).map((rule) => ({
        ...rule,
        serviceAccountName: textField(value, 'serviceAccountName') ?? '',
        clusterWide: key === 'clusterPermissions',
      }))
    ))
  ));
}

/** The descriptions of the CustomResourceDefinitions on a side. */
export function crdDescriptionsOf(csv: SubjectObject, side: 'owned' | 'required'): Placed<JsonMap>[] {
  const path = ['spec', 'customresourcedefinitions'];
  return placedMaps(fieldAt(csv.json, ...path), side, path);
}
