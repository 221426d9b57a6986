import { treeChanges } from './tree-changes';
import { readTree } from './tree-content';
import { TreeClusterDiff } from './tree-diff-content';
import { diffMarkdown, diffText } from './tree-diff-text';

/**
 * Differences between two trees of manifests, by cluster: objects, versions of operators, changes of CRDs with the verdicts of OLM v1, rights and
 * images. For the review of a pull request: compare the tree of the base with that of the branch.
 */
export class ManifestTreeDiff {
  /**
   * Compares two folders.
   *
   * @param before folder of the earlier tree
   * @param after folder of the later tree
   * @throws Error if one is not a folder, or a file that differs is not a manifest
   */
  public static between(before: string, after: string): ManifestTreeDiff {
    return new ManifestTreeDiff(treeChanges(readTree(before), readTree(after)));
  }

  /** Differences for each cluster that has any, sorted by cluster. */
  public readonly clusters: TreeClusterDiff[];

  private constructor(clusters: TreeClusterDiff[]) {
    this.clusters = clusters;
  }

  /** Whether nothing differs. Files with different bytes but the same objects are equal. */
  public get isEmpty(): boolean {
    return this.clusters.length === 0;
  }

  /** Whether no CustomResourceDefinition is removed or changes in a way that OLM v1 refuses. */
  public get hasSafeCrds(): boolean {
    return this.clusters.every(({ crds, crdsRemoved }) => crdsRemoved.length === 0 && crds.every(({ isSafe }) => isSafe));
  }

  /** Returns the differences as text; clusters with the same differences are listed together. */
  public toText(): string {
    return diffText(this.clusters);
  }

  /** Returns the differences as Markdown, for a comment on a pull request. */
  public toMarkdown(): string {
    return diffMarkdown(this.clusters);
  }

  /** Returns the differences as JSON, with all objects. */
  public toJson(): string {
    return `${JSON.stringify(this.clusters, undefined, 2)}\n`;
  }
}
