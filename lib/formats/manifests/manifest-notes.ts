import { counted } from '../../text/phrases';
import type { ManifestObjects } from './read-manifests';
import type { ToolInput } from './manifest-files';

/** Maximum number of files that a note names. */
const MAX_NAMED = 5;

/** Returns the note about documents that are not Kubernetes objects, or an empty list. */
export function skippedNotes(source: string, { skipped }: Pick<ManifestObjects, 'skipped'>): string[] {
  return skipped.length === 0 ? [] : [`${source}: skipped ${counted(skipped.length, 'document')} that ${skipped.length === 1 ? 'is not a Kubernetes object' : 'are not Kubernetes objects'}: ${listed(skipped)}`];
}

function listed(places: readonly string[]): string {
  return places.slice(0, MAX_NAMED).join(', ') + (places.length > MAX_NAMED ? ` and ${places.length - MAX_NAMED} more` : '');
}

/**
 * Returns what to do about a folder that a tool renders.
 *
 * @param consumer command that takes manifests from its standard input, such as `olm-constructs images -`, if it is known
 */
export function toolInputRemedy({ folder, what, command }: ToolInput, consumer?: string): string {
  const remedy = consumer === undefined ? `use the output of \`${command}\`` : `run \`${command} | ${consumer}\``;
  return `${folder} is ${what}, whose files are not what is applied; ${remedy}`;
}
