import { csvPackage, csvProperties } from './csv-properties';
import { KubernetesObject } from '../view/kubernetes-object';
import { field, fieldAt, JsonMap, mapListField, stringField } from '../../../formats/json/json-value';

/** Requirements of a ClusterServiceVersion on other operators. */
interface Requirements {
  /** Keys of APIs, packages and labels, as in `provisionsOf`. */
  readonly keys: ReadonlySet<string>;
  /** Whether there is also a constraint that only OLM can evaluate: an expression in CEL, or a constraint of an unknown type. */
  readonly hasOpaque: boolean;
}

/**
 * Cache of what each ClusterServiceVersion requires and provides: its properties are JSON in an annotation, and each ClusterServiceVersion is
 * compared with all others in its namespace. After a change in the cluster there is a new object.
 */
const REQUIREMENTS = new WeakMap<KubernetesObject, Requirements>();
const PROVISIONS = new WeakMap<KubernetesObject, ReadonlySet<string>>();

/**
 * Whether an operator requires another one of its namespace: `'maybe'` if only OLM can decide that. Version ranges are ignored, because OLM installed
 * the other operator in a version that it considered suitable.
 */
export function requires(csv: KubernetesObject, other: KubernetesObject): boolean | 'maybe' {
  const { keys, hasOpaque } = remembered(REQUIREMENTS, csv, requirementsOf);
  return [...remembered(PROVISIONS, other, provisionsOf)].some((key) => keys.has(key)) || (hasOpaque ? 'maybe' : false);
}

/** Returns the cached result of a function for an object. */
function remembered<Found>(known: WeakMap<KubernetesObject, Found>, csv: KubernetesObject, of: (csv: KubernetesObject) => Found): Found {
  const found = known.get(csv) ?? of(csv);
  known.set(csv, found);
  return found;
}

/** Returns the keys of what an operator provides to others. */
function provisionsOf(csv: KubernetesObject): ReadonlySet<string> {
  const packageName = csvPackage(csv);
  const properties = csvProperties(csv).map(({ type, value }) => (
    type === 'olm.gvk' ? apiKey(value) : type === 'olm.label' ? labelKey(value) : undefined
  ));
  return new Set([
    ...(packageName === undefined ? [] : [packageKey(packageName)]), ...properties.filter((key) => key !== undefined), ...apisIn(csv, 'owned'),
  ]);
}

function requirementsOf(csv: KubernetesObject): Requirements {
  const found = csvProperties(csv).map(({ type, value }): Requirements => {
    switch (type) {
      case 'olm.gvk.required': return keys(apiKey(value));
      case 'olm.package.required': return keys(packageKey(stringField(value, 'packageName') ?? ''));
      case 'olm.label.required': return keys(labelKey(value));
      case 'olm.constraint': return constraintRequirements(value);
      default: return keys();
    }
  });
  return together([keys(...apisIn(csv, 'required')), ...found]);
}

/** Returns what a constraint requires. Operators that match a condition under `not` must not be installed, so they are not required. */
function constraintRequirements(constraint: unknown): Requirements {
  const compound = [field(constraint, 'all'), field(constraint, 'any')].filter((found) => found !== undefined);
  if (compound.length > 0) {
    return together(compound.flatMap((found) => mapListField(found, 'constraints').map(constraintRequirements)));
  }
  const [api, packageName] = [field(constraint, 'gvk'), stringField(field(constraint, 'package'), 'packageName')];
  if (api !== undefined || packageName !== undefined) {
    return keys(api === undefined ? packageKey(packageName ?? '') : apiKey(api));
  }
  return { keys: new Set(), hasOpaque: field(constraint, 'not') === undefined };
}

function keys(...found: readonly string[]): Requirements {
  return { keys: new Set(found), hasOpaque: false };
}

function together(all: readonly Requirements[]): Requirements {
  return { keys: new Set(all.flatMap(({ keys: found }) => [...found])), hasOpaque: all.some(({ hasOpaque }) => hasOpaque) };
}

/** Returns the APIs that the spec of a ClusterServiceVersion owns or requires: OLM derives properties from them if it has recorded none. */
function apisIn({ spec }: KubernetesObject, list: 'owned' | 'required'): string[] {
  const crds = mapListField(fieldAt(spec, 'customresourcedefinitions'), list).map((crd): JsonMap => {
    const name = stringField(crd, 'name') ?? '';
    return { ...crd, group: name.slice(name.indexOf('.') + 1) };
  });
  return [...crds, ...mapListField(fieldAt(spec, 'apiservicedefinitions'), list)].map(apiKey);
}

function apiKey(api: unknown): string {
  return `api ${['group', 'version', 'kind'].map((key) => stringField(api, key) ?? '').join('/')}`;
}

const packageKey = (name: string): string => `package ${name}`;
const labelKey = (value: unknown): string => `label ${stringField(value, 'label') ?? ''}`;
