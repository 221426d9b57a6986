import { compareUtf8 } from '../../formats/json/go-json';
import { field, fieldAt, mapListField, stringField } from '../../formats/json/json-value';
import { importableSchema, ModuleNames } from './importable-schema';

/** A CRD in the form that `cdk8s import` accepts. */
export interface ImportableCrd {
  readonly group: string;
  readonly kind: string;
  readonly manifest: object;
}

/** Part of a CRD that the classes of its kind omit, or have in a less exact form. */
export interface ImportNote {
  readonly kind: string;
  readonly version: string;

  /** Path of the field, such as `spec.ports[].port`. */
  readonly field: string;

  readonly reason: string;
}

/** A CRD for which no classes can be generated. */
export interface RefusedCrd {
  /** Name of the CRD. */
  readonly name: string;

  readonly reason: string;
}

/** Importable CRDs of a bundle. */
export interface ImportableCrds {
  readonly crds: readonly ImportableCrd[];
  readonly notes: readonly ImportNote[];
  readonly refused: readonly RefusedCrd[];
}

/** A version that the API server serves. */
interface ServedVersion {
  readonly name: string;
  readonly schema: unknown;
}

/**
 * Returns CRDs of `apiextensions.k8s.io/v1` and `v1beta1` in the form that `cdk8s import` accepts, sorted by group and kind: the served versions, in
 * their order, with the parts that affect types.
 */
export function importableCrds(crds: readonly object[]): ImportableCrds {
  const modules = new Map<string, ModuleNames>();
  const [notes, refused, importable]: [ImportNote[], RefusedCrd[], ImportableCrd[]] = [[], [], []];
  const candidates = crds.map(candidateOf).sort((one, other) => compareUtf8(one.group, other.group) || compareUtf8(one.kind, other.kind));
  // All classes reserve their names before the types of their fields do.
  const accepted = candidates.filter(({ name, group, kind, versions }) => {
    const names = modules.get(group) ?? new ModuleNames();
    modules.set(group, names);
    const reason = versions.length === 0 ? 'the API server serves none of its versions'
      : !isValid(group, kind, versions) ? 'its group, its kind or a version has an invalid name'
      : names.claim(...versions.flatMap((version, index) => [classOf(kind, version, index), `${classOf(kind, version, index)}Props`])) ? undefined
        : `a class ${kind} would have the same name as something else in the module of ${group}`;
    if (reason !== undefined) {
      refused.push({ name, reason });
    }
    return reason === undefined;
  });
  for (const { name, group, kind, versions } of accepted) {
    importable.push({
      group,
      kind,
      manifest: {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        metadata: { name },
        spec: {
          group,
          names: { kind },
          versions: versions.map((version, index) => ({
            name: version.name,
            schema: {
              openAPIV3Schema: importableSchema(version.schema, classOf(kind, version, index), modules.get(group)!, (path, reason) => {
                notes.push({ kind, version: version.name, field: path, reason });
              }),
            },
          })),
        },
      },
    });
  }
  return { crds: importable, notes, refused };
}

/** Whether names are valid for the API server: they are used as file names, and in code. */
function isValid(group: string, kind: string, versions: readonly ServedVersion[]): boolean {
  return /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/.test(group) && /^[A-Za-z][A-Za-z0-9-]*$/.test(kind) && versions.every(({ name }) => /^[a-z][a-z0-9-]*$/.test(name));
}

/** Name of the class before the generator converts capitals: it adds the version to the name for all versions but the first. */
function classOf(kind: string, { name }: ServedVersion, index: number): string {
  return index === 0 ? kind : kind + name;
}

/** Parts of a CRD that determine its classes. */
interface Candidate {
  readonly name: string;
  readonly group: string;
  readonly kind: string;
  readonly versions: readonly ServedVersion[];
}

function candidateOf(crd: object): Candidate {
  const spec = field(crd, 'spec');
  return {
    name: stringField(field(crd, 'metadata'), 'name') ?? '', group: stringField(spec, 'group') ?? '', kind: stringField(field(spec, 'names'), 'kind') ?? '',
    versions: servedVersions(spec),
  };
}

/** A CRD of v1beta1 may have one version, and one schema for all versions, outside of the list of versions. */
function servedVersions(spec: unknown): ServedVersion[] {
  const listed = mapListField(spec, 'versions');
  const versions = listed.length > 0 ? listed : [{ name: stringField(spec, 'version'), served: true }];
  return versions.filter((version) => field(version, 'served') === true).map((version) => ({
    name: stringField(version, 'name') ?? '',
    schema: fieldAt(version, 'schema', 'openAPIV3Schema') ?? fieldAt(spec, 'validation', 'openAPIV3Schema'),
  }));
}
