import { shell } from '../../../text/shell';

/** Kinds of objects that an inspection needs, but that a dump lacks, so that they are not known. */
export interface NotDumped {
  /** Kinds, such as `deployments.apps`, sorted. */
  readonly kinds: readonly string[];

  /** Command that dumps them. */
  readonly command: string;
}

/**
 * Returns the command that dumps some kinds of all namespaces.
 *
 * @param kinds kinds as kubectl accepts them, such as `deployments.apps`
 */
export function dumpCommand(kinds: readonly string[]): string {
  return shell`kubectl get ${kinds.join(',')} -A -o yaml`;
}

/** Returns the note about what a dump lacks, or an empty list if it lacks nothing. */
export function notDumpedNotes(found: NotDumped | undefined): string[] {
  return found === undefined ? [] : [`these kinds are not in the dump, so their objects are not known: \`${found.command}\` dumps them`];
}
