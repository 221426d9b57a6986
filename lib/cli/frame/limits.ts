import { optionKeys, pickOptions } from '../../formats/options/check-options';
import { namesInQuotes } from '../../text/phrases';
import { UsageError } from './cli-error';
import { list, pairOf } from './option';

/** Options of the library that have limits. */
const LIMITED = ['BundleFetchOptions', 'CatalogFetchOptions', 'ResolutionLimits'] as const;

/** Returns the names of the limits that can be set. */
function limitNames(): string[] {
  return [...new Set(LIMITED.flatMap(optionKeys))].filter((name) => name.startsWith('max')).sort();
}

/** Option for limits of reading and resolving. */
export const limitOption = list('NAME=NUMBER', 'limit to raise or lower, such as maxFileBytes=100000000; errors name the limit');

/**
 * Returns the limits that the options of a function of the library have.
 *
 * @param name interface of these options
 * @param given values of `limitOption`
 * @throws UsageError if a limit is unknown or not a number
 */
export function limitsFor(name: (typeof LIMITED)[number] | 'BundleReadOptions' | 'CatalogReadOptions' | 'CatalogOciLayoutOptions', given: readonly string[]): {
  readonly [limit: string]: number;
} {
  const limits = Object.fromEntries(given.map((each) => {
    const [limit, number] = pairOf('--limit', each);
    const known = limitNames();
    if (!known.includes(limit)) {
      throw new UsageError(`--limit has no '${limit}'; the limits are ${namesInQuotes(known)}`);
    }
    if (!/^[1-9][0-9]{0,14}$/.test(number)) {
      throw new UsageError(`--limit ${limit} must be a positive whole number of at most 15 digits, and is '${number}'`);
    }
    return [limit, Number(number)] as const;
  }));
  return pickOptions(name, limits) as { readonly [limit: string]: number };
}
