import { clusterOfFile, objectsIn } from './tree-content';
import { rightsGained } from './rights-in';
import { TreeChangeKind, TreeClusterDiff, TreeObjectChange, TreeOperatorChange } from './tree-diff-content';
import { bundleChanges } from './bundle-changes';
import { CrdComparison } from '../../formats/schema/changes/crd-comparison';
import { fieldAt, JsonMap, mapField, sameJson, stringField } from '../../formats/json/json-value';
import { ImageList } from '../../report/image-list';

type Files = ReadonlyMap<string, Buffer>;
type Objects = ReadonlyMap<string, JsonMap>;

const RBAC = Buffer.from('rbac.authorization.k8s.io');

/**
 * Returns the differences between two trees, by cluster. Files with the same bytes are not parsed, unless they contain rights of a cluster whose
 * rights change.
 */
export function treeChanges(before: Files, after: Files): TreeClusterDiff[] {
  const parsed = new Map<string, object[]>();
  const parse = (path: string, content: Buffer): object[] => {
    const key = content.toString('latin1');
    const objects = parsed.get(key) ?? objectsIn(path, content);
    parsed.set(key, objects);
    return objects;
  };
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const changed = paths.filter((path) => before.get(path)?.equals(after.get(path) ?? Buffer.of()) !== true);
  const clusters = [...new Set(changed.map(clusterOfFile))].sort();
  const byCluster = new Map(clusters.map((cluster): [string, string[]] => [cluster, []]));
  paths.forEach((path) => byCluster.get(clusterOfFile(path))?.push(path));
  return clusters.map((cluster) => {
    const own = byCluster.get(cluster)!;
    const differs = new Set(changed);
    const hasRights = own.some((path) => differs.has(path) && [before, after].some((files) => files.get(path)?.includes(RBAC) === true));
    const read = (files: Files, isNeeded: (path: string, content: Buffer) => boolean): object[] => own.flatMap((path) => {
      const content = files.get(path);
      return content === undefined || !isNeeded(path, content) ? [] : parse(path, content);
    });
    const isChanged = (path: string): boolean => differs.has(path);
    const diff = clusterDiff(cluster, read(before, isChanged), read(after, isChanged));
    const isOfRights = (_path: string, content: Buffer): boolean => content.includes(RBAC);
    return {
      ...diff,
      rightsGained: [...diff.rightsGained, ...hasRights ? rightsGained(read(before, isOfRights), read(after, isOfRights)) : []],
    };
  }).filter(({ objects }) => objects.length > 0);
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
    rightsGained: bundles.rightsGained,
    imagesGained: images.filter((image) => !oldImages.includes(image)),
    imagesLost: oldImages.filter((image) => !images.includes(image)),
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
    const wanted = stringField(fieldAt(object, 'metadata', 'annotations'), 'olm-constructs/wanted-csv');
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
