import { compareVersions, parseVersion } from '../../../formats/semver/version';
import { OlmVersion } from '../../../olm/v0/model/olm-version';
import { OlmRelease } from '../../../olm/v0/olm-release';
import type { RecognizedOlm } from '../../../olm/v0/recognition/recognize-olm';
import { olmRemovalPart, type RemovalOptions, type RemovalPlan } from './removal-plan';

/** Returns how to remove an OLM that was found in a cluster. Its objects are those of its release, or of the nearest included one. */
export function removalOfOlm(olm: RecognizedOlm, options: RemovalOptions): RemovalPlan {
  const { release, candidates, namespaces, operatorNamespace, catalogNamespace } = olm;
  const [namespace] = namespaces;
  const { removalSteps } = OlmRelease.of({
    version: includedRelease(release ?? candidates.at(-1)),
    ...(namespace === undefined ? {} : { namespace }),
    ...(operatorNamespace === undefined ? {} : { operatorNamespace }),
    ...(catalogNamespace === undefined ? {} : { catalogNamespace }),
  });
  return [[olmRemovalPart(removalSteps, options)]];
}

/** Returns the last included release that is not newer than a release, or the default one if the release is unknown. */
export function includedRelease(release: string | undefined): OlmVersion {
  const version = release === undefined ? undefined : parseVersion(release);
  if (version === undefined) {
    return OlmVersion.DEFAULT;
  }
  const older = OlmVersion.all.filter((included) => compareVersions(parseVersion(included.version)!, version) <= 0);
  return older.at(-1) ?? OlmVersion.all[0]!;
}
