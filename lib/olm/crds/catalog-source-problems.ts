import type { OlmVersion } from '../model/olm-version';
import { releaseProblems } from '../../schema/release-problems';
import { catalogSource } from './catalog-source';

/** Returns what a release does not support in the spec of a CatalogSource, as sentences. */
export function catalogSourceProblems(spec: object, { version }: OlmVersion): string[] {
  return catalogSource.versions.flatMap(({ spec: schema }) => releaseProblems(spec, schema, version));
}
