import { CrdRule, CrdVerdict } from './crd-change';
import type { CrdChange } from './crd-change';
import type { CrdVersion } from './crd-schema';
import { compareKubeVersions } from './kube-version';
import { sameKeyword } from './same-schema';
import { schemaChanges } from './schema-changes';
import { goJson } from '../go-json';
import type { JsonMap } from '../json-value';
import { field } from '../json-value';

/** How many served versions are compared with one another, the least mature first. No real definition has half as many. */
const SERVED_VERSIONS_COMPARED = 16;

/** What sets a served version apart from a less mature one. */
interface ServedDifference {
  readonly change: CrdChange;
  /** The schema in the less mature version, and in the other one. */
  readonly schemas: readonly [JsonMap, JsonMap];
}

/**
 * What sets served versions apart, and did not do so before. Without a webhook that converts them, an object of one version is given out as
 * one of another with nothing changed but `apiVersion`, so each must hold what the less mature ones hold.
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

/** The message of a change inside of a keyword does not tell what changes, so what stands there is compared. */
function isSame(known: ServedDifference | undefined, { change: { rule, keyword = '' }, schemas }: ServedDifference): boolean {
  const stays = (schema: JsonMap, index: number): boolean => sameKeyword(keyword, field(schema, keyword), field(known?.schemas[index], keyword));
  return known !== undefined && (rule !== CrdRule.INNER_SCHEMA || schemas.every(stays));
}
