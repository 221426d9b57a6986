import { posix } from 'node:path';
import { ApiObject, App, Yaml } from 'cdk8s';
import { distinctObjectFileName, identityOf, objectFileName, objectsOf } from '../../constructs/model/chart-objects';
import { clusterOf } from '../../constructs/model/cluster-scope';
import { exactYaml } from '../../constructs/model/exact-yaml';
import { textOf } from '../../formats/json/utf8-text';
import { toolInputRemedy } from '../../formats/manifests/manifest-notes';
import { checkArguments } from '../../formats/options/check-arguments';
import { withoutEmptyPaths } from '../../constructs/model/root-problems';
import { checkOptions } from '../../formats/options/check-options';
import { groupBy } from '../../text/group-by';
import { safeFileName } from '../../text/safe-file-name';
import { FluxStages } from '../flux/flux-stages';
import { readTree, TreeReader } from './tree-content';
import { writeTree } from './tree-writer';
import { printable, printableLines, printableMessage } from '../../text/printable';

/** Options of a `ManifestTree`. */
export interface ManifestTreeOptions {
  /**
   * Whether each object has its own file, in a folder for its chart, instead of one file for each chart.
   *
   * @default false
   */
  readonly filePerObject?: boolean;
}


/** What `ManifestTree.write` did; paths are relative to the folder and sorted. */
export interface ManifestTreeChanges {
  /** Files that are new or have new content. */
  readonly written: string[];

  /** Files of the previous tree that this one does not have. */
  readonly deleted: string[];

  /** Files that already have this content. */
  readonly unchanged: string[];
}

/**
 * Rendered manifests of an app, for a git repository: `clusters/<cluster>` for each `Cluster`, and the folders of `FluxStages`. The same app results
 * in the same bytes.
 */
export class ManifestTree {
  /**
   * Renders the manifests of an app, in memory.
   *
   * @param app the app: a `Fleet`, or an `App` with charts
   * @param options options
   * @throws Error with the problems of all constructs, or if an option is unknown
   */
  public static of(app: App, options: ManifestTreeOptions = {}): ManifestTree {
    checkArguments('ManifestTree.of', { app });
    checkOptions('options of ManifestTree.of', 'ManifestTreeOptions', options);
    return new ManifestTree(appFiles(app, options.filePerObject ?? false));
  }

  /**
   * Reads manifests that were synthesized before, such as the output of `cdk8s synth`. Each folder is a cluster, as a `Fleet` writes
   * them; files outside of folders are at the top level. Files without a Kubernetes object are left out.
   *
   * @param folder the folder
   * @throws Error if it is not a folder, or, with each of them, for files that are not YAML, kustomizations and Helm charts
   */
  public static ofFolder(folder: string): ManifestTree {
    checkArguments('ManifestTree.ofFolder', { folder });
    const { files: read, toolInputs } = readTree(folder);
    const reader = new TreeReader();
    const files = [...read].flatMap(([path, content]): [string, string][] => {
      const isPlaced = !path.includes('/') || /^(clusters|stages)\//.test(path);
      return reader.objectsIn(path, content).length === 0 ? [] : [[isPlaced ? path : `clusters/${path}`, textOf(content, path)]];
    });
    const faults = [...toolInputs.map((input) => toolInputRemedy(input)), ...reader.malformed].map(printable);
    if (faults.length > 0) {
      throw new Error(printableLines(faults.length === 1 ? faults : [`${folder}: ${faults.length} problems:`, ...faults.map((fault) => `  ${fault}`)]));
    }
    if (files.length === 0) {
      throw new Error(printableMessage(`${folder}: the folder has no manifests: no files with the extension .yaml, .yml or .json and a Kubernetes object`));
    }
    return new ManifestTree(new Map(files), reader.skipped);
  }

  /** The files by path, with `/` as separator. */
  public readonly files: { [path: string]: string };

  /** Documents that `ofFolder` skipped, because they are not Kubernetes objects, as `file:line`. */
  public readonly skipped: string[];

  private constructor(files: ReadonlyMap<string, string>, skipped: string[] = []) {
    this.skipped = skipped;
    this.files = Object.fromEntries([...files].sort(([left], [right]) => left < right ? -1 : 1));
  }

  /**
   * Writes the tree into a folder, and deletes files of the previous tree that this one does not have. Files that no tree wrote, or that were
   * changed since, are never overwritten or deleted: they are an error, and nothing is written. A file that no tree wrote and that has the same
   * content is left alone, and is not of the tree. The file `.manifest-tree.json` records what is in the tree; commit it.
   *
   * @param folder the folder; it is created if it does not exist
   * @throws Error if a file would be lost, or a path contains a symbolic link
   */
  public write(folder: string): ManifestTreeChanges {
    checkArguments('ManifestTree#write', { folder });
    return writeTree(folder, new Map(Object.entries(this.files)));
  }
}

/**
 * Returns the files of a tree for an app: `clusters/<cluster>` with a file for each chart or object, and the folders of `FluxStages`. Charts
 * outside of clusters are at the top level.
 *
 * @throws Error with the problems of all constructs, as synthesis does, or if an object has a file of its own and is created twice
 */
function appFiles(app: App, isPerObject: boolean): Map<string, string> {
  const charts = app.charts;
  // cdk8s validates an app and resolves its dependencies when a chart is synthesized.
  withoutEmptyPaths(() => charts[0]?.toJson());
  const stages = app.node.findAll().filter((one): one is FluxStages => FluxStages.isFluxStages(one));
  const placed = charts.flatMap((chart) => {
    const cluster = clusterOf(chart);
    const home = cluster === app ? '' : `clusters/${cluster.node.path}/`;
    const chartName = safeFileName(chart.node.scopes.slice(cluster.node.scopes.length).map(({ node: { id } }) => id).join('-'));
    return objectsOf(chart).map((object) => {
      const stage = stages.map(one => ({ one, stage: one.stageOf(object) })).find(found => found.stage !== undefined);
      const folder = stage === undefined ? home : `${stage.one.folder(stage.stage!)}/`;
      return { object, path: `${folder}${chartName}${isPerObject ? `/${objectFileName(object)}` : ''}` };
    });
  });
  const files = groupBy(placed, ({ path }) => path);
  const paths = isPerObject ? [...files.values()].flatMap(separate) : [...files].map(([path, objects]) => ({ path, objects }));
  return new Map(paths.map(({ path, objects }) => [`${path}.yaml`, Yaml.stringify(...objects.map(({ object }): unknown => exactYaml(object, object.toJson())))]));
}

/** An object, and the path of its file without extension. */
interface PlacedObject {
  readonly object: ApiObject;
  readonly path: string;
}

/**
 * Returns a file for each of the objects with the same path: if there are several, their paths get a hash of what identifies them.
 *
 * @throws Error if two are the same object
 */
function separate(placed: readonly PlacedObject[]): { readonly path: string; readonly objects: readonly PlacedObject[] }[] {
  const byIdentity = groupBy(placed, ({ object }) => JSON.stringify(identityOf(object)));
  return [...byIdentity.values()].map((objects) => {
    const { object, path } = objects[0]!;
    if (objects.length > 1) {
      throw new Error(printableMessage(`${path}.yaml would contain ${objects.map((one) => `'${one.object.node.path}'`).join(' and ')}, which are the same object; remove one of them`));
    }
    return { path: byIdentity.size === 1 ? path : `${posix.dirname(path)}/${distinctObjectFileName(object)}`, objects };
  });
}
