import { type KnownKeys, unknownKey } from '../../json/known-keys';

/**
 * Refuses options with an unknown key.
 *
 * @param what the options in the error, such as `options of DefaultCatalog.image`
 * @throws naming the key and the known ones
 */
export function checkOptionKeys<Options extends object>(what: string, options: Options, known: KnownKeys<Options>): void {
  const problem = unknownKey(what, options, known);
  if (problem !== undefined) {
    throw new Error(problem);
  }
}
