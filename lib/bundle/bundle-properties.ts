import { plainJson } from './json-lines';
import type { Property } from './wire';
import type { Bundle } from '../bundle';
import type { BundleProperty } from '../bundle-property';
import { compareUtf8, goJson } from '../go-json';
import { field, fieldAt, mapsField, textField } from '../json-value';
import type { Manifest } from '../manifest';

const BUNDLE_OBJECT = 'olm.bundle.object';
const LAST_TYPES = new Set([BUNDLE_OBJECT, 'olm.csv.metadata']);

/**
 * The properties of a bundle's document, derived and ordered as `opm render` does: those that the resolver looks at, then the manifests
 * themselves, one `olm.bundle.object` each, so that OLM can install the bundle without pulling an image.
 *
 * @see https://olm.operatorframework.io/docs/reference/file-based-catalogs/#properties
 */
export function bundleProperties(bundle: Bundle): Property[] {
  const properties = [...resolverProperties(bundle), ...bundleObjects(bundle)];
  return [...properties.filter(({ type }) => !LAST_TYPES.has(type)), ...properties.filter(({ type }) => LAST_TYPES.has(type))];
}

/** The manifests of a bundle as properties, sorted by their base64. */
export function bundleObjects(bundle: Bundle): Property[] {
  return bundle.manifests.map(bundleObject).sort(byTypeAndValue);
}

/**
 * The properties of a bundle but for its manifests, sorted by type, then by value.
 *
 * Provided APIs come from every version of every CRD in the bundle and from the API services that the CSV owns; required ones from the
 * CSV and from dependencies.
 */
export function resolverProperties(bundle: Bundle): Property[] {
  const provided = [...valuesOf(bundle.properties, 'olm.gvk').map(apiKey), ...providedApis(bundle)];
  const required = [...valuesOf(bundle.dependencies, 'olm.gvk').map(apiKey), ...requiredApis(bundle)];
  return [
    packageProperty(bundle),
    ...distinct(provided.map((api) => derived('olm.gvk', api))),
    ...distinct(required.map((api) => derived('olm.gvk.required', api))),
    ...valuesOf(bundle.dependencies, 'olm.package').map(packageRequired),
    ...distinct(bundle.properties.filter(isOther).map(given)),
    ...bundle.dependencies.filter(isOther).map(given),
  ].sort(byTypeAndValue);
}

function byTypeAndValue(left: Property, right: Property): number {
  return compareUtf8(left.type, right.type) || compareUtf8(left.raw, right.raw);
}

/**
 * What the bundle says of itself. An `olm.package` among its own properties is left out: opm lets one of the CSV's annotation win, but
 * then the catalog contradicts the bundle.
 */
function packageProperty(bundle: Bundle): Property {
  const { release } = bundle.csv;
  return derived('olm.package', {
    packageName: bundle.package,
    version: bundle.version,
    ...(release === undefined || release === '' ? {} : { release }),
  });
}

/** An API as the resolver knows it. */
interface ApiKey {
  readonly group: string;
  readonly kind: string;
  readonly version: string;
}

function providedApis({ crds, csv }: Bundle): ApiKey[] {
  return [...crds.flatMap(apisOfCrd), ...csv.ownedApiServices.map(apiKey)];
}

/** Every version counts, served or not. */
function apisOfCrd(crd: Manifest): ApiKey[] {
  const spec = field(crd.content, 'spec');
  const versions = mapsField(spec, 'versions').map((version) => textField(version, 'name') ?? '');
  // The old v1beta1 form may name a single version beside the list.
  const single = crd.apiVersion.endsWith('/v1beta1') ? textField(spec, 'version') ?? '' : '';
  const kind = fieldAt(spec, 'names', 'kind');
  return [...versions, ...(single === '' ? [] : [single])].map((version) => apiKey({ group: field(spec, 'group'), kind, version }));
}

function requiredApis({ csv }: Bundle): ApiKey[] {
  const crds = csv.requiredCrds.map(({ name, kind, version }) => ({ group: name.slice(name.indexOf('.') + 1), kind, version }));
  return [...crds, ...csv.requiredApiServices.map(apiKey)];
}

function apiKey(api: unknown): ApiKey {
  return { group: textField(api, 'group') ?? '', kind: textField(api, 'kind') ?? '', version: textField(api, 'version') ?? '' };
}

function packageRequired(dependency: unknown): Property {
  return derived('olm.package.required', {
    packageName: textField(dependency, 'packageName') ?? '',
    versionRange: textField(dependency, 'version') ?? '',
  });
}

function bundleObject(manifest: Manifest): Property {
  const data = Buffer.from(manifest.toJson()).toString('base64');
  return { type: BUNDLE_OBJECT, raw: `{"data":"${data}"}`, value: { data } };
}

/** A property that opm builds itself: it keeps the order of the fields, and does not escape HTML. */
function derived(type: string, value: object): Property {
  return { type, raw: plainJson(value), value };
}

/** A property that opm takes over as Go's YAML reader turned it into JSON. */
function given({ type, value }: BundleProperty): Property {
  return { type, raw: goJson(value), value };
}

/** Not one of the two types that opm reads and writes anew. */
function isOther({ type }: BundleProperty): boolean {
  return type !== 'olm.gvk' && type !== 'olm.package';
}

function valuesOf(properties: readonly BundleProperty[], wanted: string): unknown[] {
  return properties.filter(({ type }) => type === wanted).map(({ value }) => value);
}

function distinct(properties: readonly Property[]): Property[] {
  return [...new Map(properties.map((property) => [`${property.type} ${property.raw}`, property])).values()];
}
