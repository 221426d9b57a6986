import { isMap } from '../json/json-value';
import { isBefore, isWithin } from './release-range';
import type { Schema } from './schema';

/**
 * Returns the fields of a value that do not exist in a release of OLM, and required fields that the value lacks, as sentences. The API server drops
 * unknown fields without an error, unless it validates strictly.
 *
 * @param path path of the value, or an empty string for the spec of an object
 */
export function releaseProblems(value: unknown, schema: Schema, release: string, path = ''): string[] {
  if (!isMap(value)) {
    return [];
  }
  return Object.entries(schema.fields ?? {}).flatMap(([name, field]) => {
    const here = path === '' ? name : `${path}.${name}`;
    const newer = field.before !== undefined && isBefore(release, field.before.release) ? field.before.release : undefined;
    const current = newer === undefined ? field : field.before!.schema;
    if (value[name] === undefined) {
      return newer !== undefined && current.required === true && field.required !== true
        ? [`${here} is required by OLM ${release}; set it, or install ${newer} or later`] : [];
    }
    return isWithin(release, field)
      ? releaseProblems(value[name], current, release, here)
      : [`${here} is not supported by OLM ${release}; omit it${field.since === undefined ? '' : `, or install ${field.since} or later`}`];
  });
}
