import type { ChangeOptions } from '../../cluster/change';
import type { ClusterConnection } from '../../cluster/cluster-connection';
import { defined } from '../../formats/json/defined';
import { connect, namespaceOptions } from '../frame/cluster';
import type { CommandContext } from '../frame/context';
import { choice, duration, flag, list, type Option, outputFormat, type Values } from '../frame/option';

/** Option for manifests. */
export const filename = list('PATH', 'file or folder of manifests; - is the standard input', { short: 'f' });

/** Options of all commands that change a cluster. */
export const actOptions = {
  timeout: optionalDuration('timeout for everything together, such as 90s or 30m'),
  dryRun: flag('print every change without making any'),
  output: outputFormat(['text', 'json'], 'text', 'format of the result'),
  ...namespaceOptions,
} as const;

/** Options of the commands that remove something. */
export const removalOptions = {
  operands: choice('WHAT', ['abort', 'ignore', 'delete'], 'abort', 'what to do with the objects of an operator\'s APIs: stop, keep them, or delete them first'),
  force: flag('remove the finalizers of objects that are stuck in deletion for more than a minute'),
} as const;

/** A cluster, with the settings for changing it. */
export interface ActTarget {
  readonly connection: ClusterConnection;
  readonly how: ChangeOptions;
}

/** Connects to the cluster that the options select. */
export function openCluster(options: Values<typeof actOptions>, context: CommandContext): ActTarget {
  const { connection } = connect(options, context);
  const { signal, stderr, now, debug, isQuiet } = context;
  const { timeout, dryRun } = options;
  const print = (line: string): void => isQuiet ? undefined : stderr.line(line);
  return { connection, how: { dryRun, signal, clock: now, debug, print, ...defined({ timeout }) } };
}

function optionalDuration(description: string): Option<number | undefined> {
  const option = duration('1s', description);
  return { ...option, defaultText: 'by kind, such as 20m for an operator and 10m for OLM', read: (given, name) => given.length === 0 ? undefined : option.read(given, name) };
}
