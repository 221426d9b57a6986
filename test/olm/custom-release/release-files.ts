import type { KubernetesManifest } from '../../../lib/olm/kubernetes-manifest';
import { OlmVersion } from '../../../lib/olm/olm-version';
import { releaseManifests } from '../../../lib/olm/release';

/** The two files of a release, as upstream publishes them. */
export interface ReleaseTexts {
  readonly crds: string;
  readonly olm: string;
}

/** JSON is YAML too. */
export function documents(objects: readonly object[]): string {
  return objects.map((object) => `---\n${JSON.stringify(object)}\n`).join('');
}

/**
 * The files of a made-up release: those of a known one with another number, as upstream writes it, changed on the way.
 *
 * @param like the known release
 * @param version number of the made-up one, with a leading `v`
 * @param change makes the objects of olm.yaml from the known ones
 */
export function madeUpRelease(like: OlmVersion, version: string, change = (objects: KubernetesManifest[]): object[] => objects): ReleaseTexts {
  const { crds, all } = releaseManifests({ version: like });
  const known = JSON.stringify(all.slice(crds.length)).replaceAll(`"${like.tag}"`, `"${version}"`)
    .replaceAll(`"version":"${like.version}"`, `"version":"${version}"`);
  return { crds: documents(crds), olm: documents(change(JSON.parse(known) as KubernetesManifest[])) };
}
