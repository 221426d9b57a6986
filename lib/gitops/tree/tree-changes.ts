import { CatalogBundle } from '../../catalog/catalog-bundle';
import { fieldAt, JsonMap, mapField, sameJson, stringField } from '../../formats/json/json-value';
import { RBAC_GROUP } from '../../formats/schema/api-groups';
import { wantedCsvIn } from '../../formats/schema/wanted-csv';
import { CrdComparison } from '../../formats/schema/changes/crd-comparison';
import { BundleCrdChange } from '../../report/build-comparison';
import { BundleComparison } from '../../report/bundle-comparison';
import { ImageList } from '../../report/image-list';
import { missing } from '../../text/group-by';
import { type PackedCatalogOfManifests, packedCatalogs } from '../../report/packed-catalogs';
import { BundleRbacBinding, BundleRbacGrant } from '../../report/rights/rbac-rule';
import { clusterOfFile, type TreeReader } from './tree-content';
import { type RightsChanges, rightsChanges } from './tree-rights';
import { printableMessage } from '../../text/printable';

/** Type of change to an object. */
export enum TreeChangeKind {
  /** The object is new. */
  ADDED = 'added',

  /** The content of the object changed. */
  CHANGED = 'changed',

  /** The object was removed. */
  REMOVED = 'removed',
}

/** An object of one cluster that differs between two trees. */
export interface TreeObjectChange {
  /** Type of change. */
  readonly change: TreeChangeKind;

  /** API of the object. */
  readonly apiVersion: string;

  /** Kind of the object. */
  readonly kind: string;

  /** Namespace of the object, or an empty string if it has none. */
  readonly namespace: string;

  /** Name of the object. */
  readonly name: string;
}

/** An operator of one cluster whose version differs between two trees. */
export interface TreeOperatorChange {
  /** Object that requests the operator, such as `Subscription hello/hello-operator`. */
  readonly request: string;

  /** Version, ClusterServiceVersion or channel before, or an empty string if the operator is new. */
  readonly before: string;

  /** Version, ClusterServiceVersion or channel after, or an empty string if the operator was removed. */
  readonly after: string;
}

/** Differences between two trees for one cluster. */
export interface TreeClusterDiff {
  /** Folder of the cluster, such as `prod-1`, or an empty string for the root of the tree. */
  readonly cluster: string;

  /** Objects that differ. */
  readonly objects: TreeObjectChange[];

  /** Operators whose version differs. */
  readonly operators: TreeOperatorChange[];

  /** CustomResourceDefinitions that change, including those in bundles of a registry, with the verdicts of OLM v1. */
  readonly crds: BundleCrdChange[];

  /** Names of removed CustomResourceDefinitions. All objects of their kinds are deleted with them, unless the tool keeps them. */
  readonly crdsRemoved: string[];

  /** Rights that a subject gains, by objects of the tree, and by the bundles that its registries serve. */
  readonly rightsGained: BundleRbacGrant[];

  /** Rights that a subject loses. */
  readonly rightsLost: BundleRbacGrant[];

  /** New and changed bindings, of objects of the tree and of bundles. */
  readonly bindingsGained: BundleRbacBinding[];

  /** Removed bindings, and changed ones as they were. */
  readonly bindingsLost: BundleRbacBinding[];

  /** New images. */
  readonly imagesGained: string[];

  /** Removed images. */
  readonly imagesLost: string[];
}

type Files = ReadonlyMap<string, Buffer>;
type Objects = ReadonlyMap<string, JsonMap>;

const RBAC = Buffer.from(RBAC_GROUP);

/**
 * Returns the differences between two trees, by cluster. Files with the same bytes are not parsed, unless they contain rights of a cluster whose
 * rights change.
 *
 * @param reader reads the objects, and collects what is not known
 * @internal
 */
export function treeChanges(before: Files, after: Files, reader: TreeReader): TreeClusterDiff[] {
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const differs = new Set(paths.filter((path) => before.get(path)?.equals(after.get(path) ?? Buffer.of()) !== true));
  const clusters = [...new Set([...differs].map(clusterOfFile))].sort();
  const byCluster = new Map(clusters.map((cluster): [string, string[]] => [cluster, []]));
  paths.forEach((path) => byCluster.get(clusterOfFile(path))?.push(path));
  return clusters.map((cluster) => {
    const own = byCluster.get(cluster)!;
    const hasRights = own.some((path) => differs.has(path) && [before, after].some((files) => files.get(path)?.includes(RBAC) === true));
    const read = (files: Files, isNeeded: (path: string, content: Buffer) => boolean): object[] => own.flatMap((path) => {
      const content = files.get(path);
      return content === undefined || !isNeeded(path, content) ? [] : reader.objectsIn(path, content);
    });
    const isChanged = (path: string): boolean => differs.has(path);
    const diff = clusterDiff(cluster, read(before, isChanged), read(after, isChanged));
    const isOfRights = (_path: string, content: Buffer): boolean => content.includes(RBAC);
    const ofObjects = hasRights ? rightsChanges(read(before, isOfRights), read(after, isOfRights)) : NO_RIGHTS;
    return { ...diff, ...joinedRights([diff, ofObjects]) };
  }).filter(({ objects }) => objects.length > 0);
}

const NO_RIGHTS: RightsChanges = { rightsGained: [], rightsLost: [], bindingsGained: [], bindingsLost: [] };

function joinedRights(all: readonly RightsChanges[]): RightsChanges {
  return {
    rightsGained: all.flatMap(({ rightsGained }) => rightsGained),
    rightsLost: all.flatMap(({ rightsLost }) => rightsLost),
    bindingsGained: all.flatMap(({ bindingsGained }) => bindingsGained),
    bindingsLost: all.flatMap(({ bindingsLost }) => bindingsLost),
  };
}

function clusterDiff(cluster: string, before: readonly object[], after: readonly object[]): TreeClusterDiff {
  const [old, now] = [byIdentity(before), byIdentity(after)];
  const objects = [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((key): TreeObjectChange[] => {
    const [was, is] = [old.get(key), now.get(key)];
    if (was !== undefined && is !== undefined) {
      return sameJson(was, is) ? [] : [changeOf(TreeChangeKind.CHANGED, is)];
    }
    return [is === undefined ? changeOf(TreeChangeKind.REMOVED, was!) : changeOf(TreeChangeKind.ADDED, is)];
  });
  const crds = (from: Objects): Objects => new Map([...from].filter(([, object]) => object['kind'] === 'CustomResourceDefinition'));
  const [images, oldImages] = [imagesOf(now), imagesOf(old)];
  const bundles = bundleChanges([...old.values()], [...now.values()]);
  return {
    cluster,
    objects,
    operators: [...operatorChanges(old, now), ...bundles.operators],
    crds: [...[...crds(now)].flatMap(([key, crd]) => {
      const was = old.get(key);
      const { name, isSafe, changes } = CrdComparison.of(was ?? crd, crd);
      return changes.length === 0 ? [] : [{ name, isSafe, changes }];
    }), ...bundles.crds],
    crdsRemoved: [...crds(old)].flatMap(([key, crd]) => now.has(key) ? [] : [stringField(mapField(crd, 'metadata'), 'name') ?? '']),
    ...bundles.rights,
    imagesGained: missing(images, oldImages, (image) => image),
    imagesLost: missing(oldImages, images, (image) => image),
  };
}

function imagesOf(objects: Objects): string[] {
  return ImageList.ofManifests([...objects.values()]).images.map(({ image }) => image);
}

/** The version of an API may change: group, kind, namespace and name identify an object. */
function byIdentity(objects: readonly object[]): Map<string, JsonMap> {
  return new Map(objects.map((object) => {
    const { apiVersion, kind, namespace, name } = changeOf(TreeChangeKind.CHANGED, object as JsonMap);
    return [JSON.stringify([apiVersion.includes('/') ? apiVersion.split('/')[0] : '', kind, namespace, name]), object as JsonMap];
  }));
}

function changeOf(change: TreeChangeKind, object: JsonMap): TreeObjectChange {
  const metadata = mapField(object, 'metadata');
  return {
    change, apiVersion: stringField(object, 'apiVersion') ?? '', kind: stringField(object, 'kind') ?? '',
    namespace: stringField(metadata, 'namespace') ?? '', name: stringField(metadata, 'name') ?? '',
  };
}

function operatorChanges(before: Objects, after: Objects): TreeOperatorChange[] {
  const [old, now] = [requests(before), requests(after)];
  return [...new Set([...old.keys(), ...now.keys()])].sort().flatMap((request) => {
    const [was, is] = [old.get(request) ?? '', now.get(request) ?? ''];
    return was === is ? [] : [{ request, before: was, after: is }];
  });
}

/** Returns what each Subscription and ClusterExtension requests: its version, ClusterServiceVersion or channel. */
function requests(objects: Objects): Map<string, string> {
  return new Map([...objects.values()].flatMap((object): [string, string][] => {
    const { kind, namespace, name } = changeOf(TreeChangeKind.CHANGED, object);
    const spec = mapField(object, 'spec');
    const wanted = wantedCsvIn(object);
    if (kind === 'Subscription' && stringField(object, 'apiVersion')?.startsWith('operators.coreos.com/') === true) {
      const version = wanted ?? stringField(spec, 'startingCSV') ?? `channel ${stringField(spec, 'channel') ?? '(default)'}`;
      return [[`Subscription ${namespace}/${name}`, version]];
    }
    if (kind === 'ClusterExtension') {
      return [[`ClusterExtension ${name}`, stringField(fieldAt(spec, 'source', 'catalog'), 'version') ?? wanted ?? 'any version']];
    }
    return [];
  }));
}

/** Changes in the registries of a cluster: the versions that they offer, and CRDs and rights of the bundles. */
interface BundleChanges {
  readonly operators: TreeOperatorChange[];
  readonly crds: BundleCrdChange[];
  readonly rights: RightsChanges;
}

/** Compares the heads of the default channels of all packages that registries of the app serve. */
function bundleChanges(before: readonly object[], after: readonly object[]): BundleChanges {
  const [old, now] = [headsOf(packedCatalogs(before)), headsOf(packedCatalogs(after))];
  const operators: TreeOperatorChange[] = [];
  const crds: BundleCrdChange[][] = [];
  const rights: RightsChanges[] = [];
  for (const name of [...new Set([...old.keys(), ...now.keys()])].sort()) {
    const [was, is] = [old.get(name), now.get(name)];
    if (was?.name === is?.name) {
      continue;
    }
    operators.push({ request: `package ${name} in a registry`, before: was?.name ?? '', after: is?.name ?? '' });
    if (was?.content !== undefined && is?.content !== undefined) {
      const { content } = BundleComparison.of(was.content, is.content);
      crds.push(content.crdChanges);
      rights.push({
        rightsGained: content.rbacGained, rightsLost: content.rbacLost, bindingsGained: content.bindingsGained, bindingsLost: content.bindingsLost,
      });
    }
  }
  return { operators, crds: crds.flat(), rights: joinedRights(rights) };
}

function headsOf(catalogs: readonly PackedCatalogOfManifests[]): Map<string, CatalogBundle> {
  const unreadable = catalogs.find(({ catalog }) => catalog === undefined);
  if (unreadable !== undefined) {
    throw new Error(printableMessage(`the catalog in the ConfigMaps ${unreadable.name}-… cannot be read: one of them is missing or damaged; render the tree again`));
  }
  return new Map(catalogs.flatMap(({ catalog }) => catalog === undefined ? [] : (
    catalog.packageNames.map((name): [string, CatalogBundle] => [name, catalog.findPackage(name).defaultChannel.head])
  )));
}
