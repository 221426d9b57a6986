import { Bundle } from '../bundle/bundle';
import { Manifest } from '../bundle/model/manifest';
import type { Catalog } from '../catalog/catalog';
import type { CatalogBundle } from '../catalog/catalog-bundle';
import { providersIn, requirementsOf } from '../catalog/requirements';
import { field, fieldAt, isMap, type JsonMap, mapField, mapListField, stringField, stringListField, stringMapField } from '../formats/json/json-value';
import { CATALOG_NAME_LABEL, OLM_GROUP, OLM_V1_GROUP, RUKPAK_GROUP } from '../formats/schema/api-groups';
import { wantedCsvIn } from '../formats/schema/wanted-csv';
import { compareVersions, parseVersion } from '../formats/semver/version';
import { VersionConstraint } from '../formats/semver/version-constraint';
import { readYaml } from '../formats/yaml/read-yaml';
import { append } from '../text/lists';

/** What is known about the operators that manifests install. */
export interface OperatorKnowledge {
  /** Contents of catalogs, by namespace and name of the CatalogSource, or by the name of the ClusterCatalog. */
  readonly contents: ReadonlyMap<string, Catalog>;

  /** Bundles that objects install, by the key of the object: see `requestKey`. */
  readonly bundles: ReadonlyMap<string, readonly Bundle[]>;
}

/** The operators that manifests install, and what is not known about them. */
export interface OperatorImages {
  /** Bundles in catalogs. */
  readonly entries: readonly CatalogBundle[];

  /** Bundles that are known without a catalog. */
  readonly bundles: readonly Bundle[];

  /** What is not known, a sentence each. */
  readonly unknown: readonly string[];
}

/** Returns the key of an object that installs an operator. */
export function requestKey(object: unknown): string {
  const metadata = mapField(object, 'metadata');
  return [stringField(object, 'kind') ?? '', stringField(metadata, 'namespace') ?? '', stringField(metadata, 'name') ?? ''].join('/');
}

/** Returns the operators that Subscriptions, ClusterExtensions and bundles of RukPak install, with those that they require. */
export function operatorImages(objects: readonly unknown[], knowledge: OperatorKnowledge): OperatorImages {
  const found = objects.flatMap((object): Finding[] => isMap(object) ? [findingOf(object, objects, knowledge)] : []);
  const entries = new Set(found.flatMap((finding) => finding.entries ?? []));
  const unknown = found.flatMap((finding) => finding.unknown ?? []);
  append(unknown, requiredBy(entries, [...knowledge.contents.values()]));
  return { entries: [...entries], bundles: found.flatMap((finding) => finding.bundles ?? []), unknown };
}

/** What an object installs. */
interface Finding {
  readonly entries?: readonly CatalogBundle[];
  readonly bundles?: readonly Bundle[];
  readonly unknown?: readonly string[];
}

function findingOf(object: JsonMap, objects: readonly unknown[], knowledge: OperatorKnowledge): Finding {
  const group = (stringField(object, 'apiVersion') ?? '').split('/', 1)[0];
  switch (`${group}/${stringField(object, 'kind') ?? ''}`) {
    case `${OLM_GROUP}/Subscription`:
      return ofSubscription(object, knowledge);
    case `${OLM_V1_GROUP}/ClusterExtension`:
      return ofExtension(object, knowledge);
    case `${RUKPAK_GROUP}/Bundle`:
    case `${RUKPAK_GROUP}/BundleDeployment`:
    case `${RUKPAK_GROUP}/BundleInstance`:
      return ofRukpak(object, objects, knowledge);
    default:
      return {};
  }
}

function ofSubscription(object: JsonMap, { contents, bundles }: OperatorKnowledge): Finding {
  const spec = mapField(object, 'spec');
  const packageName = stringField(spec, 'name') ?? '';
  const key = `${stringField(spec, 'sourceNamespace') ?? ''}/${stringField(spec, 'source') ?? ''}`;
  const content = contents.get(key);
  const known = content?.tryFindPackage(packageName);
  const channel = stringField(spec, 'channel');
  const wanted = wantedCsvIn(object) ?? stringField(spec, 'startingCSV');
  const head = channel === undefined ? known?.defaultChannel.head : known?.tryFindChannel(channel)?.head;
  const entry = known?.bundles.find(({ name }) => name === wanted) ?? head;
  return entry === undefined ? unknownOperator(object, `catalog ${key}`, packageName, content, bundles) : { entries: [entry] };
}

function ofExtension(object: JsonMap, { contents, bundles }: OperatorKnowledge): Finding {
  const catalog = fieldAt(object, 'spec', 'source', 'catalog');
  const packageName = stringField(catalog, 'packageName') ?? '';
  const name = stringMapField(field(catalog, 'selector'), 'matchLabels')[CATALOG_NAME_LABEL];
  const content = name === undefined ? undefined : contents.get(name);
  const known = content?.tryFindPackage(packageName);
  const channels = stringListField(catalog, 'channels');
  const constraint = VersionConstraint.parse(stringField(catalog, 'version') ?? '>=0.0.0-0');
  const candidates = (known?.bundles ?? []).flatMap((entry) => {
    const version = parseVersion(entry.version);
    const isInChannel = channels.length === 0 || entry.channels.some((channel) => channels.includes(channel));
    return version !== undefined && isInChannel && constraint?.isMetBy(version) === true ? [{ entry, version }] : [];
  });
  const newest = candidates.sort((left, right) => compareVersions(right.version, left.version))[0]?.entry;
  return newest === undefined ? unknownOperator(object, name === undefined ? 'any ClusterCatalog' : `catalog ${name}`, packageName, content, bundles) : { entries: [newest] };
}

/** Returns the bundle that an app knows without the catalog that serves it, and what is unknown then. */
function unknownOperator(
  object: JsonMap, catalog: string, packageName: string, content: Catalog | undefined, bundles: OperatorKnowledge['bundles'],
): Finding {
  const known = bundles.get(requestKey(object)) ?? [];
  if (known.length > 0) {
    const withoutImage = known.filter(({ image }) => image === undefined);
    return { bundles: known, unknown: withoutImage.map(({ name }) => `image of bundle ${name} in ${catalog}: not known, give the content of the catalog`) };
  }
  const user = title(object);
  return {
    unknown: [content === undefined ? `operators of ${catalog}: not known, give its content (${user} installs package ${packageName})`
      : `package ${packageName} of ${catalog}: not in the given content, as ${user} requests it; give the current content`],
  };
}

function title(object: JsonMap): string {
  const metadata = mapField(object, 'metadata');
  return [`${stringField(object, 'kind') ?? ''} `, stringField(metadata, 'namespace'), stringField(metadata, 'name')]
    .filter((part) => part !== undefined).join('/').replace(' /', ' ');
}

/** Limits of a manifest in a ConfigMap. */
const LIMITS = { maxDepth: 500, maxNodes: 1_000_000, target: 'any' } as const;

/** A bundle of RukPak is known if its files are in ConfigMaps. */
function ofRukpak(object: JsonMap, objects: readonly unknown[], { bundles }: OperatorKnowledge): Finding {
  const known = bundles.get(requestKey(object));
  if (known !== undefined) {
    return { bundles: known };
  }
  const spec = mapField(object, 'spec');
  const source = mapField(field(spec, 'source') === undefined ? fieldAt(spec, 'template', 'spec') : spec, 'source');
  const configMaps = mapListField(source, 'configMaps').map((one) => stringField(field(one, 'configMap'), 'name'));
  const found = objects.filter((one) => field(one, 'kind') === 'ConfigMap' && configMaps.includes(stringField(mapField(one, 'metadata'), 'name')));
  // A BundleInstance names a Bundle, which is an object of its own.
  if (Object.keys(source).length === 0) {
    return {};
  }
  const csvs = found.flatMap((one) => Object.values(stringMapField(one, 'data'))).map(manifestIn).filter((manifest) => manifest?.kind === 'ClusterServiceVersion');
  const manifests = csvs.filter((manifest) => manifest !== undefined);
  return manifests.length > 0 && found.length === configMaps.length
    ? { bundles: manifests.map((manifest) => Bundle._of(title(object), { mediaType: 'registry+v1', annotations: {}, manifests: [manifest], dependencies: [], properties: [] })) }
    : { unknown: [`content of ${title(object)}: not known, give the bundle`] };
}

function manifestIn(text: string): Manifest | undefined {
  try {
    const { value } = readYaml(text, LIMITS);
    return isMap(value) ? Manifest._of('', value) : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Adds the bundles that others require, as far as catalogs have them.
 *
 * @returns what no catalog has, a sentence each
 */
function requiredBy(entries: Set<CatalogBundle>, catalogs: readonly Catalog[]): string[] {
  const unknown: string[] = [];
  // The set grows while it is iterated, so that what a dependency requires is added, too.
  for (const entry of entries) {
    for (const requirement of requirementsOf(entry)) {
      if ([...entries].some((other) => requirement.isMetBy(other))) {
        continue;
      }
      const provider = catalogs.flatMap((catalog) => providersIn(catalog, requirement).map((name) => catalog.findPackage(name)))
        .map(({ defaultChannel, bundles }) => requirement.isMetBy(defaultChannel.head) ? defaultChannel.head : bundles.findLast(requirement.isMetBy))
        .find((bundle) => bundle !== undefined);
      if (provider === undefined) {
        unknown.push(`what meets the requirement of bundle ${entry.name} for ${requirement.description}: not known, give the content of the catalog that has it`);
      } else {
        entries.add(provider);
      }
    }
  }
  return unknown;
}
