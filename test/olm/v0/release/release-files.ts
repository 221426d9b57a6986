import type { KubernetesManifest } from '../../../../lib/formats/schema/kubernetes-manifest';
import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';

/** Content of the two files that upstream publishes for a release. */
export interface ReleaseFiles {
  readonly crds: string;
  readonly olm: string;
}

/** Returns objects as YAML documents; JSON is YAML. */
export function documents(objects: readonly object[]): string {
  return objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
}

/**
 * Returns the files of a made-up release: those of a known release with another version and changed objects.
 *
 * @param like known release
 * @param version version of the made-up release, with a leading `v`
 * @param change returns the objects of olm.yaml, given those of the known release
 */
export function madeUpRelease(like: OlmVersion, version: string, change = (objects: KubernetesManifest[]): object[] => objects): ReleaseFiles {
  const { crds, all } = releaseManifests({ version: like });
  const known = JSON.stringify(all.slice(crds.length)).replaceAll(`"${like.tag}"`, `"${version}"`)
    .replaceAll(`"version":"${like.version}"`, `"version":"${version}"`);
  return { crds: documents(crds), olm: documents(change(JSON.parse(known) as KubernetesManifest[])) };
}
