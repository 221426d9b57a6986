import { fieldAt, JsonMap, mapListField, stringField } from '../../../formats/json/json-value';
import { compareVersions, parseVersion, Version } from '../../../formats/semver/version';
import { groupBy } from '../../../text/group-by';
import { perObject } from '../../../text/per-object';
import { nearestNames } from '../../../text/suggest-names';
import { Finding } from '../explain/explanation';
import { list, messageLine } from '../explain/formatting';
import { KubernetesObject, namespacedName, specString, statusString } from '../view/kubernetes-object';

/** Whether OLM is connected to a catalog. The health that OLM reports is not useful, because it reports every catalog with an address as healthy. */
export function isAnswering(catalog: KubernetesObject): boolean {
  return connection(catalog) === 'READY';
}

/** Whether OLM is connected to all catalogs. */
export const allAnswer = perObject((catalogs: readonly KubernetesObject[]) => catalogs.every(isAnswering));

/** Returns the problems of a catalog. */
export function catalogFindings(catalog: KubernetesObject): Finding[] {
  const reason = statusString(catalog, 'reason');
  if (reason === 'SpecInvalidError' || reason === 'InvalidIntervalError' || reason === 'ConfigMapError') {
    return [{ cause: 'catalog-invalid', message: `CatalogSource ${namespacedName(catalog)} is invalid (${reason}): ${messageLine(statusString(catalog, 'message') ?? '')}` }];
  }
  return isAnswering(catalog) ? [] : [{ cause: 'catalog-unreachable', message: `CatalogSource ${namespacedName(catalog)} does not answer: ${connectionProblem(catalog)}` }];
}

/** Describes the connection to a catalog that does not respond, with the state that OLM reports. */
function connectionProblem(catalog: KubernetesObject): string {
  const [address, found] = [specString(catalog, 'address') ?? connectionField(catalog, 'address'), connection(catalog)];
  const where = address === undefined ? '' : ` to ${address}`;
  return found === undefined ? `OLM has not tried to connect${where} yet` : `OLM has no connection${where} (${found})`;
}

function connection(catalog: KubernetesObject): string | undefined {
  return connectionField(catalog, 'lastObservedState');
}

function connectionField({ status }: KubernetesObject, key: string): string | undefined {
  const found = fieldAt(status, 'connectionState', key);
  return typeof found === 'string' && found !== '' ? found : undefined;
}

/**
 * Returns the package, channel or version that a Subscription requests but its catalog does not contain, with the nearest names. Returns no findings
 * until packageserver lists packages of that catalog.
 *
 * @param csv name of the requested ClusterServiceVersion, if a version is requested
 */
export function packageFindings(subscription: KubernetesObject, csv: string | undefined, packages: readonly KubernetesObject[]): Finding[] {
  const [source, sourceNamespace] = [specString(subscription, 'source'), specString(subscription, 'sourceNamespace')];
  const ofCatalog = packagesOfCatalog(subscription, packages);
  const name = specString(subscription, 'name') ?? '';
  if (ofCatalog === undefined) {
    return [];
  }
  const [found] = ofCatalog.byName.get(name) ?? [];
  if (found === undefined) {
    return [{ cause: 'package-unknown', message: `catalog ${sourceNamespace ?? ''}/${source ?? ''} has no package ${name}${suggestion(name, ofCatalog.names)}` }];
  }
  const { names: known, byName: channels } = CHANNELS(found);
  const wanted = channelName(subscription, found);
  const channel = channels.get(wanted);
  if (channel === undefined) {
    return [{
      cause: 'channel-unknown', message: `package ${name} has no channel ${wanted}; its channels are ${list(known)}${suggestion(wanted, known)}`,
      ...(specString(subscription, 'channel') !== undefined ? {}
        : { remedy: 'set the channel of the Subscription, or correct the default channel of the package in the catalog' }),
    }];
  }
  const { names: entries, byName: byEntry } = ENTRIES(channel);
  return csv === undefined || entries.length === 0 || byEntry.has(csv)
    ? []
    : [{ cause: 'version-unknown', message: `channel ${wanted} of package ${name} has no ${csv}${suggestion(csv, entries)}` }];
}

/** Returns the head of the channel of a Subscription, or undefined unless packageserver lists it. */
export function channelHead(subscription: KubernetesObject, packages: readonly KubernetesObject[]): string | undefined {
  return stringField(subscribedChannel(subscription, packages), 'currentCSV');
}

function subscribedChannel(subscription: KubernetesObject, packages: readonly KubernetesObject[]): JsonMap | undefined {
  const [found] = packagesOfCatalog(subscription, packages)?.byName.get(specString(subscription, 'name') ?? '') ?? [];
  return found === undefined ? undefined : CHANNELS(found).byName.get(channelName(subscription, found));
}

/** Whether packageserver lists a ClusterServiceVersion in the channel of a Subscription. */
export function isInChannel(subscription: KubernetesObject, csv: string, packages: readonly KubernetesObject[]): boolean {
  const channel = subscribedChannel(subscription, packages);
  return channel !== undefined && ENTRIES(channel).byName.has(csv);
}

/** Returns the ClusterServiceVersions in the channel of a Subscription that are older than a given one, as far as packageserver lists them. */
export function olderCsvs(subscription: KubernetesObject, csv: string, packages: readonly KubernetesObject[]): string[] {
  const entries = mapListField(subscribedChannel(subscription, packages), 'entries');
  const versionOf = (entry: JsonMap): Version | undefined => parseVersion(stringField(entry, 'version') ?? '');
  const wanted = entries.filter((entry) => stringField(entry, 'name') === csv).map(versionOf)[0];
  return wanted === undefined ? [] : entries.filter((entry) => {
    const version = versionOf(entry);
    return version !== undefined && compareVersions(version, wanted) < 0;
  }).map((entry) => stringField(entry, 'name') ?? '');
}

/** The packages of each catalog, by name. */
interface ListedPackages {
  readonly names: readonly string[];
  readonly byName: ReadonlyMap<string, readonly KubernetesObject[]>;
}

const BY_CATALOG = perObject((packages: readonly KubernetesObject[]) => {
  const catalogs = groupBy(packages, ({ status }) => catalogKey(stringField(status, 'catalogSource'), stringField(status, 'catalogSourceNamespace')));
  return new Map([...catalogs].map(([key, found]): [string, ListedPackages] => (
    [key, { names: found.map(packageName), byName: groupBy(found, packageName) }]
  )));
});

/** What has names of its own in a package: its channels, or the entries of one. */
interface NamedParts {
  readonly names: readonly string[];
  readonly byName: ReadonlyMap<string, JsonMap>;
}

function namedParts(parts: readonly JsonMap[]): NamedParts {
  const named = parts.flatMap((part): [string, JsonMap][] => {
    const name = stringField(part, 'name');
    return name === undefined ? [] : [[name, part]];
  });
  // Of several with one name, the first counts.
  return { names: parts.map((part) => stringField(part, 'name') ?? ''), byName: new Map(named.reverse()) };
}

const CHANNELS = perObject(({ status }: KubernetesObject) => namedParts(mapListField(status, 'channels')));
const ENTRIES = perObject((channel: JsonMap) => namedParts(mapListField(channel, 'entries')));

function packagesOfCatalog(subscription: KubernetesObject, packages: readonly KubernetesObject[]): ListedPackages | undefined {
  return BY_CATALOG(packages).get(catalogKey(specString(subscription, 'source'), specString(subscription, 'sourceNamespace')));
}

function catalogKey(name: string | undefined, namespace: string | undefined): string {
  return JSON.stringify([name, namespace]);
}

function packageName({ status, metadata }: KubernetesObject): string {
  return stringField(status, 'packageName') ?? metadata.name;
}

function channelName(subscription: KubernetesObject, { status }: KubernetesObject): string {
  return specString(subscription, 'channel') ?? stringField(status, 'defaultChannel') ?? '';
}

function suggestion(name: string, candidates: readonly string[]): string {
  const nearest = nearestNames(name, candidates);
  return nearest.length === 0 ? '' : `; did you mean ${nearest.join(' or ')}?`;
}
