import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { choice } from '../frame/option';
import { ManifestTreeDiff } from '../../gitops/tree/manifest-tree-diff';

/** `olm-constructs tree diff` */
export const treeDiffCommand = defineCommand({
  description: 'Prints what differs between two trees of manifests, by cluster: versions of operators, CRDs by the rules of OLM v1, rights, images and objects. '
    + 'The exit code is 1 if a CRD is removed or changes in a way that OLM v1 refuses.',
  operands: [
    { name: 'OLD', description: 'folder of the earlier tree, such as a checkout of the base of a pull request' },
    { name: 'NEW', description: 'folder of the later tree' },
  ],
  options: { format: choice('FORMAT', ['text', 'markdown', 'json'], 'text', 'format of the differences') },
  examples: [{ description: 'A comment for a pull request', command: 'olm-constructs tree diff manifests manifests --format markdown' }],
  run: ({ stdout }, { operands: [before = '', after = ''], options: { format } }) => {
    const diff = ManifestTreeDiff.between(before, after);
    stdout.write(format === 'json' ? diff.toJson() : format === 'markdown' ? diff.toMarkdown() : diff.toText());
    return diff.hasSafeCrds ? ExitCode.SUCCESS : ExitCode.FINDINGS;
  },
});
