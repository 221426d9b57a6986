import { goJson } from '../../json/go-json';
import { field, type JsonMap } from '../../json/json-value';
import { type CrdChange, CrdChangeKind, CrdVerdict } from './crd-change';
import type { CrdVersion } from './crd-schema';
import { compareKubeVersions } from './kube-version';
import { sameKeyword } from './same-schema';
import { schemaChanges } from './schema-changes';

/** Maximum number of served versions that are compared, the least mature first. No real definition has half as many. */
const SERVED_VERSIONS_COMPARED = 16;

/** A difference between a served version and a less mature one. */
interface ServedDifference {
  readonly change: CrdChange;
  /** Schema in the less mature version, and in the other one. */
  readonly schemas: readonly [JsonMap, JsonMap];
}

/**
 * Returns the differences between served versions that did not exist before. Without a conversion webhook, the API server converts objects by
 * changing `apiVersion` only, so each version must be able to represent the less mature ones.
 */
export function servedVersionChanges(before: readonly CrdVersion[], after: readonly CrdVersion[]): CrdChange[] {
  const known = new Map(servedDifferences(before).map((difference) => [goJson(difference.change), difference]));
  return servedDifferences(after)
    .filter((difference) => !isSame(known.get(goJson(difference.change)), difference))
    .map(({ change }) => change);
}

function servedDifferences(versions: readonly CrdVersion[]): ServedDifference[] {
  const served = versions.filter((version) => version.served)
    .sort((left, right) => compareKubeVersions(left.name, right.name))
    .slice(0, SERVED_VERSIONS_COMPARED);
  return served.flatMap((older, index) => served.slice(index + 1).flatMap((newer) => (
    schemaChanges(older.schema, newer.schema)
      .filter(({ change: { verdict } }) => verdict !== CrdVerdict.ALLOWED)
      .map((found) => ({ change: { ...found.change, version: newer.name, servedBeside: older.name }, schemas: [found.before, found.after] as const }))
  )));
}

/** The message of a change inside a keyword does not contain what changes, so the schemas are also compared. */
function isSame(known: ServedDifference | undefined, { change: { rule, keyword = '' }, schemas }: ServedDifference): boolean {
  const stays = (schema: JsonMap, index: number): boolean => sameKeyword(keyword, field(schema, keyword), field(known?.schemas[index], keyword));
  return known !== undefined && (rule !== CrdChangeKind.INNER_SCHEMA || schemas.every(stays));
}
