import { ManifestTree } from '../../gitops/tree/manifest-tree';
import { ManifestTreeDiff } from '../../gitops/tree/manifest-tree-diff';
import { skippedNotes } from '../../formats/manifests/manifest-notes';
import { ExitCode } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { outputFormat } from '../frame/option';
import { writeResult } from '../frame/write-result';

/** `olm-constructs tree write` */
export const treeWriteCommand = defineCommand({
  description: 'Writes synthesized manifests into a tree with a folder for each cluster, for a git repository, and deletes files of an earlier tree that this one does not have. '
    + 'Files that no tree wrote, or that were changed since, are never overwritten or deleted: they are an error, and nothing is written.',
  operands: [
    { name: 'MANIFESTS', description: 'folder with manifests, such as dist of cdk8s synth; each folder in it is a cluster' },
    { name: 'TREE', description: 'folder of the tree; it is created if it does not exist' },
  ],
  options: {},
  examples: [{ description: 'Render an app into a repository', command: 'olm-constructs tree write manifests deploy' }],
  run: ({ stdout, stderr }, { operands: [manifests = '', tree = ''] }) => {
    const read = ManifestTree.ofFolder(manifests);
    skippedNotes(manifests, read).forEach((note) => stderr.warn(note));
    const { written, deleted, unchanged } = read.write(tree);
    written.forEach((path) => stdout.line(`written ${path}`));
    deleted.forEach((path) => stdout.line(`deleted ${path}`));
    stdout.line(`${written.length} written, ${deleted.length} deleted, ${unchanged.length} unchanged`);
    return ExitCode.SUCCESS;
  },
});

/** `olm-constructs tree diff` */
export const treeDiffCommand = defineCommand({
  description: 'Prints what differs between two trees of manifests, by cluster: versions of operators, CRDs by the rules of OLM v1, rights, images and objects. '
    + 'The exit code is 1 if a CRD is removed or changes in a way that OLM v1 refuses, or if a file that differs cannot be read. Documents that are not Kubernetes objects '
    + 'are skipped.',
  operands: [
    { name: 'OLD', description: 'folder of the earlier tree, such as a checkout of the base of a pull request' },
    { name: 'NEW', description: 'folder of the later tree' },
  ],
  options: { output: outputFormat(['text', 'markdown', 'json'], 'text', 'format of the differences') },
  examples: [{ description: 'A comment for a pull request', command: 'olm-constructs tree diff manifests manifests -o markdown' }],
  run: ({ stdout, stderr }, { operands: [before = '', after = ''], options: { output } }) => {
    const diff = ManifestTreeDiff.between(before, after);
    skippedNotes('the files that differ', diff).forEach((note) => stderr.warn(note));
    if (output === 'json') {
      writeResult(stdout, output, 'ManifestTreeDiff', { clusters: diff.clusters, unknown: diff.unknown, skipped: diff.skipped });
    } else {
      stdout.write(output === 'markdown' ? diff.toMarkdown() : diff._toText(stdout));
    }
    return diff.hasSafeCrds ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  },
});
