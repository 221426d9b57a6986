import type { App } from 'cdk8s';
import { appFiles } from './app-files';
import { objectsIn, readTree } from './tree-content';
import { writeTree } from './tree-writer';
import { KnownKeys, checkKnownKeys } from '../../formats/json/known-keys';

/** Options of a `ManifestTree`. */
export interface ManifestTreeOptions {
  /**
   * Whether each object has its own file, in a folder for its chart, instead of one file for each chart.
   *
   * @default false
   */
  readonly filePerObject?: boolean;
}

const OPTIONS: KnownKeys<ManifestTreeOptions> = { filePerObject: true };

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
    checkKnownKeys('options of ManifestTree.of', options, OPTIONS);
    return new ManifestTree(appFiles(app, options.filePerObject ?? false));
  }

  /**
   * Reads manifests that were synthesized before, such as the output of `cdk8s synth`. Each folder is a cluster, as a `Fleet` writes
   * them; files outside of folders are at the top level.
   *
   * @param folder the folder
   * @throws Error if it is not a folder, or a file is not a manifest
   */
  public static ofFolder(folder: string): ManifestTree {
    const files = [...readTree(folder)].map(([path, content]): [string, string] => {
      objectsIn(path, content);
      const isPlaced = !path.includes('/') || /^(clusters|stages)\//.test(path);
      return [isPlaced ? path : `clusters/${path}`, content.toString()];
    });
    if (files.length === 0) {
      throw new Error(`${folder}: the folder has no manifests: no files with the extension .yaml, .yml or .json`);
    }
    return new ManifestTree(new Map(files));
  }

  /** The files by path, with `/` as separator. */
  public readonly files: { [path: string]: string };

  private constructor(files: ReadonlyMap<string, string>) {
    this.files = Object.fromEntries([...files].sort(([left], [right]) => left < right ? -1 : 1));
  }

  /**
   * Writes the tree into a folder, and deletes files of the previous tree that this one does not have. Files that no tree wrote, or that were
   * changed since, are never overwritten or deleted: they are an error, and nothing is written. The file `.manifest-tree.json` records what is
   * in the tree; commit it.
   *
   * @param folder the folder; it is created if it does not exist
   * @throws Error if a file would be lost, or a path contains a symbolic link
   */
  public write(folder: string): ManifestTreeChanges {
    return writeTree(folder, new Map(Object.entries(this.files)));
  }
}
