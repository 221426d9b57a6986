import type { Bundle } from '../../bundle/bundle';

/** Returns what somebody must decide about bundles that were made of manifests, a sentence each. */
export function generationWarnings(bundles: readonly Bundle[]): string[] {
  return bundles.flatMap(({ name, generationNotes }) => (
    generationNotes.filter(({ needsDecision }) => needsDecision).map(({ code, message }) => `bundle '${name}', made of manifests: ${message} (accept: ${code})`)
  ));
}
