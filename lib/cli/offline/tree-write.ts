import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { ManifestTree } from '../../gitops/tree/manifest-tree';

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
  run: ({ stdout }, { operands: [manifests = '', tree = ''] }) => {
    const { written, deleted, unchanged } = ManifestTree.ofFolder(manifests).write(tree);
    written.forEach((path) => stdout.line(`written ${path}`));
    deleted.forEach((path) => stdout.line(`deleted ${path}`));
    stdout.line(`${written.length} written, ${deleted.length} deleted, ${unchanged.length} unchanged`);
    return ExitCode.SUCCESS;
  },
});
