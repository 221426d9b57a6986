import { driftOf } from '../../cluster/drift';
import { OperatorLockFile } from '../../resolve/operator-lock-file';
import type { CommandContext } from '../frame/context';
import { ExitCode } from '../frame/exit-code';
import { openSource, sourceOptions } from '../frame/inspected-source';
import { text, type Values } from '../frame/option';

const { allNamespaces: _, ...ofOneNamespace } = sourceOptions;

/** Options of commands that compare a lock with a cluster or a dump of one. */
export const lockSourceOptions = {
  ...ofOneNamespace,
  namespace: text('NAMESPACE', 'namespace of the operators in the cluster; by default all', { short: 'n', group: 'Cluster options:' }),
} as const;

/** Values of these options. */
export type LockSource = Values<typeof lockSourceOptions>;

/** Compares a lock file with a cluster, and prints what differs. */
export async function printDrift(path: string, format: 'text' | 'json' | 'markdown', options: LockSource, context: CommandContext): Promise<ExitCode> {
  const lock = OperatorLockFile.fromFile(path);
  const { namespace } = options;
  const { cluster } = await openSource({ ...options, allNamespaces: namespace === undefined }, context);
  const drift = await driftOf(cluster, lock, { signal: context.signal, ...(namespace === undefined ? {} : { namespace }) });
  const formats = { text: () => drift.toText(), json: () => drift.toJson(), markdown: () => drift.toMarkdown() };
  context.stdout.write(formats[format]());
  drift.notes.forEach((note) => context.stderr.warn(note));
  return drift.hasDrift ? ExitCode.FINDINGS : ExitCode.SUCCESS;
}
