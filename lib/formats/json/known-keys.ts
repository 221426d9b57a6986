import { suggestNames } from '../../text/suggest-names';

/** Keys of an options interface; a missing or extra key is a compile error. */
export type KnownKeys<Options> = { readonly [Key in keyof Options]-?: true };

/**
 * Returns an error message for the first unknown key of an options object: plain JavaScript programs can pass keys that no compiler checked.
 *
 * @param what name of the object in the message, such as `options of Bundle.fromPath`
 * @returns `undefined` if every key is known; a key whose value is `undefined` is ignored
 */
export function unknownKey<Options extends object>(what: string, options: Options | undefined, known: KnownKeys<Options>): string | undefined {
  const unknown = Object.entries(options ?? {}).find(([key, value]) => value !== undefined && !Object.hasOwn(known, key));
  return unknown === undefined ? undefined : `unknown key '${unknown[0]}' in ${what}; known keys: ${suggestNames(unknown[0], Object.keys(known))}`;
}

/**
 * Checks that an options object has no unknown key.
 *
 * @param what name of the object in the message, such as `options of DefaultCatalog.image`
 * @throws Error with the unknown key and the known ones
 */
export function checkKnownKeys<Options extends object>(what: string, options: Options | undefined, known: KnownKeys<Options>): void {
  const problem = unknownKey(what, options, known);
  if (problem !== undefined) {
    throw new Error(problem);
  }
}
