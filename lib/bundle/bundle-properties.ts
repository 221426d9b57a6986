import type { Bundle } from './bundle';
import { type BundleProperty, type RawProperty, rawValue } from './model/bundle-property';
import { compareUtf8, plainJson } from '../formats/json/go-json';
import { field, fieldAt, mapListField, stringField } from '../formats/json/json-value';
import { propertyValue } from './model/go-types';
import type { Manifest } from './model/manifest';

const BUNDLE_OBJECT = 'olm.bundle.object';
const LAST_TYPES = new Set([BUNDLE_OBJECT, 'olm.csv.metadata']);

/**
 * Returns the properties of a bundle blob, derived and ordered as in `opm render`: those for the resolver first, then the manifests themselves, one
 * `olm.bundle.object` each, so that OLM can install the bundle without pulling an image.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#properties
 */
export function bundleProperties(bundle: Bundle): RawProperty[] {
  const properties = [...resolverProperties(bundle), ...bundleObjects(bundle)];
  return [...properties.filter(({ type }) => !LAST_TYPES.has(type)), ...properties.filter(({ type }) => LAST_TYPES.has(type))];
}

/** Returns the manifests of a bundle as properties, sorted by their base64 encoding. */
export function bundleObjects(bundle: Bundle): RawProperty[] {
  return bundle.manifests.map(bundleObject).sort(byTypeAndValue);
}

/**
 * Returns the properties of a bundle without its manifests, sorted by type and value.
 *
 * Provided APIs come from every version of every CRD in the bundle and from the API services that the CSV owns; required ones from the
 * CSV and from dependencies.
 */
export function resolverProperties(bundle: Bundle): RawProperty[] {
  const provided = [...valuesOf(bundle.properties, 'olm.gvk').map(apiKey), ...providedApis(bundle)];
  const required = [...valuesOf(bundle.dependencies, 'olm.gvk').map(apiKey), ...requiredApis(bundle)];
  return [
    packageProperty(bundle),
    ...distinct(provided.map((api) => derived('olm.gvk', api))),
    ...distinct(required.map((api) => derived('olm.gvk.required', api))),
    ...valuesOf(bundle.dependencies, 'olm.package').map(packageRequired),
    ...distinct(bundle.properties.filter(isOther).map(copied)),
    ...bundle.dependencies.filter(isOther).map(copied),
  ].sort(byTypeAndValue);
}

function byTypeAndValue(left: RawProperty, right: RawProperty): number {
  return compareUtf8(left.type, right.type) || compareUtf8(left.raw, right.raw);
}

/**
 * Returns the package property of a bundle. An `olm.package` among the bundle's own properties is omitted: opm would prefer one in the CSV's
 * annotation, but the catalog would then contradict the bundle.
 */
function packageProperty(bundle: Bundle): RawProperty {
  const { release } = bundle.csv;
  return derived('olm.package', {
    packageName: bundle.packageName,
    version: bundle.version,
    ...(release === undefined || release === '' ? {} : { release }),
  });
}

/** An API in the form that the resolver uses. */
interface ApiKey {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

function providedApis({ crds, csv }: Bundle): ApiKey[] {
  return [...crds.flatMap(apisOfCrd), ...csv.ownedApiServices.map(apiKey)];
}

/** Returns the APIs of all versions of a CRD, served or not. */
function apisOfCrd(crd: Manifest): ApiKey[] {
  const spec = field(crd.content, 'spec');
  const kind = fieldAt(spec, 'names', 'kind');
  return versionsOfCrd(crd).map((version) => apiKey({ group: field(spec, 'group'), kind, version }));
}

/** Returns the names of all versions of a CRD, served or not: none if opm does not read it as a CRD. */
export function versionsOfCrd({ apiVersion, content }: Manifest): string[] {
  const spec = field(content, 'spec');
  const versions = mapListField(spec, 'versions').map((version) => stringField(version, 'name') ?? '');
  switch (apiVersion) {
    case 'apiextensions.k8s.io/v1':
      return versions;
    case 'apiextensions.k8s.io/v1beta1':
      // It may have a single version beside the list.
      return [...versions, stringField(spec, 'version') ?? ''].filter((version, index) => index < versions.length || version !== '');
    default:
      return [];
  }
}

function requiredApis({ csv }: Bundle): ApiKey[] {
  const crds = csv.requiredCrds.map(({ name, kind, version }) => ({ group: name.slice(name.indexOf('.') + 1), kind, version }));
  return [...crds, ...csv.requiredApiServices.map(apiKey)];
}

function apiKey(api: unknown): ApiKey {
  return { group: stringField(api, 'group') ?? '', kind: stringField(api, 'kind') ?? '', version: stringField(api, 'version') ?? '' };
}

function packageRequired(dependency: unknown): RawProperty {
  return derived('olm.package.required', {
    packageName: stringField(dependency, 'packageName') ?? '',
    versionRange: stringField(dependency, 'version') ?? '',
  });
}

function bundleObject(manifest: Manifest): RawProperty {
  const data = Buffer.from(manifest.toJson()).toString('base64');
  return { type: BUNDLE_OBJECT, raw: `{"data":"${data}"}`, value: { data } };
}

/** Returns a property as opm writes properties that it creates: the fields keep their order, and HTML is not escaped. */
function derived(type: string, value: object): RawProperty {
  return { type, raw: plainJson(value), value };
}

/** Returns a property as opm writes properties that it copies. */
function copied(property: BundleProperty): RawProperty {
  return { type: property.type, raw: rawValue(property), value: property.value };
}

/** Whether a type is not one of the two that opm regenerates. */
function isOther({ type }: BundleProperty): boolean {
  return type !== 'olm.gvk' && type !== 'olm.package';
}

function valuesOf(properties: readonly BundleProperty[], requested: string): unknown[] {
  return properties.filter(({ type }) => type === requested).map(propertyValue);
}

function distinct(properties: readonly RawProperty[]): RawProperty[] {
  return [...new Map(properties.map((property) => [`${property.type} ${property.raw}`, property])).values()];
}
