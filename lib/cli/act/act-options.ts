import { connect, namespaceOptions } from '../frame/cluster';
import type { CommandContext } from '../frame/context';
import { choice, duration, flag, list } from '../frame/option';
import type { Option, Values } from '../frame/option';
import { AuditLog } from '../../operations/audit/audit-log';
import type { RunOptions } from '../../operations/run/run-options';
import { DryRun } from '../../waiting/run/dry-run';
import { WatchedCluster } from '../../waiting/run/watched-cluster';

/** How long Events may still be written after an interruption, in milliseconds. */
const EVENTS_AFTER_ABORT = 200;

/** Option for manifests. */
export const filename = list('PATH', 'file or folder of manifests; - is the standard input', { short: 'f' });

/** Options of all commands that change a cluster. */
export const actOptions = {
  timeout: optionalDuration('maximum time of everything together, such as 90s or 30m'),
  dryRun: flag('print every change without making any'),
  output: choice('FORMAT', ['text', 'json'], 'text', 'format of the result', { short: 'o' }),
  ...namespaceOptions,
} as const;

/** Options of the commands that remove something. */
export const removalOptions = {
  operands: choice('WHAT', ['abort', 'ignore', 'delete'], 'abort', 'what to do with the objects of an operator\'s APIs: stop, keep them, or delete them first'),
  force: flag('remove the finalizers of objects that are stuck in deletion for more than a minute'),
} as const;

/** A cluster with what a command does in it. */
export interface ActSession extends RunOptions {
  /** Namespace of objects without one. */
  readonly namespace: string;

  /** Waits until everything is recorded. */
  readonly close: () => Promise<void>;
}

/** Connects to the cluster, and begins to record what is changed. */
export function openSession(options: Values<typeof actOptions>, context: CommandContext): ActSession {
  const { client, namespace = 'default' } = connect(options, context);
  const { signal, stderr, now, debug } = context;
  const cluster = new WatchedCluster(client, Math.random);
  const audit = new AuditLog({ client, now, debug });
  return {
    cluster, namespace, audit, signal, now: () => performance.now(), print: (line) => stderr.line(line),
    ...(options.timeout === undefined ? {} : { timeout: options.timeout }), ...(options.dryRun ? { dryRun: new DryRun(cluster) } : {}),
    close: () => signal.aborted ? audit.close(EVENTS_AFTER_ABORT) : audit.close(),
  };
}

function optionalDuration(description: string): Option<number | undefined> {
  const option = duration('1s', description);
  return { ...option, defaultText: 'by kind, see docs/guides/waiting.md', read: (given, name) => given.length === 0 ? undefined : option.read(given, name) };
}
