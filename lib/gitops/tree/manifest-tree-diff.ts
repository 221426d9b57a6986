import { checkArguments } from '../../formats/options/check-arguments';
import { changesText } from '../../formats/schema/changes/crd-change';
import { BundleRbacBinding } from '../../report/rights/rbac-rule';
import { grantLine } from '../../report/rights/rbac-text';
import { markdownCode, markdownText } from '../../text/markdown';
import { printableJson } from '../../formats/json/printable-json';
import { abridgedList, type TextWidths, UNWRAPPED_PROSE, wrappedLine } from '../../text/text-table';
import { TreeChangeKind, treeChanges, TreeClusterDiff, TreeObjectChange } from './tree-changes';
import { changedToolInputs, readTree, TreeReader } from './tree-content';

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
   * @throws Error if one is not a folder
   */
  public static between(before: string, after: string): ManifestTreeDiff {
    checkArguments('ManifestTreeDiff.between', { before, after });
    const [left, right] = [readTree(before), readTree(after)];
    const reader = new TreeReader();
    const clusters = treeChanges(left.files, right.files, reader);
    const unknown = [...reader.malformed, ...changedToolInputs(before, left, right), ...changedToolInputs(after, right, left)];
    return new ManifestTreeDiff(clusters, [...new Set(unknown)], reader.skipped);
  }

  /** Differences for each cluster that has any, sorted by cluster. */
  public readonly clusters: TreeClusterDiff[];

  /** What is not known of the files that differ, a sentence each: files that are not YAML, kustomizations and Helm charts. */
  public readonly unknown: string[];

  /** Documents in files that differ that are not Kubernetes objects, as `file:line`. */
  public readonly skipped: string[];

  private constructor(clusters: TreeClusterDiff[], unknown: string[], skipped: string[]) {
    this.clusters = clusters;
    this.unknown = unknown;
    this.skipped = skipped;
  }

  /** Whether nothing differs, and nothing is unknown. Files with different bytes but the same objects are equal. */
  public get isEmpty(): boolean {
    return this.clusters.length === 0 && this.unknown.length === 0;
  }

  /** Whether no CustomResourceDefinition is removed or changes in a way that OLM v1 refuses. It is false if something is unknown. */
  public get hasSafeCrds(): boolean {
    return this.unknown.length === 0
      && this.clusters.every(({ crds, crdsRemoved }) => crdsRemoved.length === 0 && crds.every(({ isSafe }) => isSafe));
  }

  /** Returns the differences as text; clusters with the same differences are listed together. */
  public toText(): string {
    return this._toText(UNWRAPPED_PROSE);
  }

  /** @internal */
  public _toText(widths: TextWidths): string {
    return treeDiffText(this, widths);
  }

  /** Returns the differences as Markdown, for a comment on a pull request. */
  public toMarkdown(): string {
    return [
      ...this.clusters.length === 0 && this.unknown.length > 0 ? [] : [diffMarkdown(this.clusters)],
      ...this.unknown.length === 0 ? [] : [`**NOT KNOWN**\n\n${markdownCode(this.unknown)}\n`],
    ].join('\n');
  }

  /** Returns the differences as JSON, with all objects. */
  public toJson(): string {
    return `${printableJson(this.clusters)}\n`;
  }
}

/** Maximum number of objects listed for a cluster; the data has all. */
const MAX_OBJECTS = 50;

/** Maximum number of subjects on one line. */
const MAX_SHOWN = 40;

const SIGNS = { [TreeChangeKind.ADDED]: '+', [TreeChangeKind.CHANGED]: '~', [TreeChangeKind.REMOVED]: '-' } as const;

interface Section {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Returns the differences as text, with what is not known. Clusters with the same differences are listed together. */
function treeDiffText({ clusters, unknown }: Pick<ManifestTreeDiff, 'clusters' | 'unknown'>, { width, proseWidth }: TextWidths): string {
  const diffs = groups(clusters, Math.min(width, proseWidth - 4)).map(([names, sections]) => [
    ...wrappedLine(names.join(', '), proseWidth),
    ...sections.flatMap(({ title, lines }) => [`  ${title}`, ...lines.flatMap((line) => wrappedLine(`    ${line}`, proseWidth))]),
  ].join('\n')).join('\n\n');
  return [
    ...diffs !== '' ? [diffs] : unknown.length === 0 ? ['no differences'] : [],
    ...unknown.flatMap((line) => wrappedLine(`not known: ${line}`, proseWidth)),
  ].map((text) => `${text}\n`).join('');
}

/** Returns the differences as Markdown, for a comment on a pull request. */
function diffMarkdown(clusters: readonly TreeClusterDiff[]): string {
  return clusters.length === 0 ? 'No differences.\n' : groups(clusters).map(([names, sections]) => [
    `### ${names.map(markdownText).join(', ')}`,
    ...sections.map(({ title, lines }) => `**${title}**\n\n${markdownCode(lines)}`),
  ].join('\n\n')).join('\n\n').concat('\n');
}

function groups(clusters: readonly TreeClusterDiff[], width?: number): [names: string[], sections: Section[]][] {
  const found = new Map<string, { names: string[]; sections: Section[] }>();
  for (const diff of clusters) {
    const sections = sectionsOf(diff, width);
    const key = JSON.stringify(sections);
    const group = found.get(key) ?? { names: [], sections };
    group.names.push(diff.cluster === '' ? '(root)' : diff.cluster);
    found.set(key, group);
  }
  return [...found.values()].map(({ names, sections }) => [names, sections]);
}

function sectionsOf(diff: TreeClusterDiff, width?: number): Section[] {
  const { objects, operators, crds, crdsRemoved, rightsGained, rightsLost, bindingsGained, bindingsLost, imagesGained, imagesLost } = diff;
  const count = (kind: TreeChangeKind): number => objects.filter(({ change }) => change === kind).length;
  const listed = objects.slice(0, MAX_OBJECTS).map(objectText);
  return [
    { title: 'OPERATORS', lines: operators.map(({ request, before, after }) => `${request}: ${before === '' ? '(new)' : before} -> ${after === '' ? '(gone)' : after}`) },
    {
      title: 'CRDS',
      lines: [
        ...crdsRemoved.map((name) => `- ${name}: with it, all objects of its kind are deleted`),
        ...crds.flatMap(({ name, isSafe, changes }) => [`${isSafe ? 'safe' : 'UNSAFE'} ${name}`, ...changesText(changes, 2, width)]),
      ],
    },
    { title: 'BINDINGS', lines: [...bindingsLost.map((binding) => `- ${bindingText(binding)}`), ...bindingsGained.map((binding) => `+ ${bindingText(binding)}`)] },
    { title: 'RIGHTS GAINED', lines: rightsGained.map(grantLine) },
    { title: 'RIGHTS LOST', lines: rightsLost.map(grantLine) },
    { title: 'IMAGES', lines: [...imagesLost.map((image) => `- ${image}`), ...imagesGained.map((image) => `+ ${image}`)] },
    {
      title: `OBJECTS: ${count(TreeChangeKind.ADDED)} added, ${count(TreeChangeKind.CHANGED)} changed, ${count(TreeChangeKind.REMOVED)} removed`,
      lines: [...listed, ...(objects.length > MAX_OBJECTS ? [`… and ${objects.length - MAX_OBJECTS} more`] : [])],
    },
  ].filter(({ lines }) => lines.length > 0);
}

function objectText({ change, kind, namespace, name }: TreeObjectChange): string {
  return `${SIGNS[change]} ${kind} ${namespace === '' ? '' : `${namespace}/`}${name}`;
}

function bindingText({ binding, role, subjects, unknown }: BundleRbacBinding): string {
  const to = subjects.length === 0 ? 'nobody' : abridgedList(subjects, MAX_SHOWN);
  return `${binding}: ${role === '' ? 'no role' : role} to ${to}${unknown === '' ? '' : `; UNKNOWN RIGHTS: ${unknown}`}`;
}
