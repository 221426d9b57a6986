import { OlmRelease } from '../../lib/olm/v0/olm-release';
import { OlmVersion } from '../../lib/olm/v0/model/olm-version';
import type { OlmPlannedObject, OlmUpgradePlanContent } from '../../lib/olm/v0/upgrade/upgrade-plan';
import { markdownTable } from './markdown-table';
import { knownReleases, upstreamDifferences } from './upstream-differences';

const INTRODUCTION = `# Releases of OLM

<!-- Made by \`npm run generate\`. Do not edit. -->

\`OlmVersion\` has a constant for one release of each minor version since 0.18: \`OlmVersion.V0_46_0\`, or \`OlmVersion.parse('0.46.0')\`. With default
settings each of them has the objects that upstream published. \`OlmVersion.of('0.47.0')\` describes any other release, for
\`OlmRelease.fromManifests\`.

- **Images** have a digest if it is known. If it could not be found they have a tag, and \`imagesAreDigests\` of the version is false. In every
  release, upstream uses a moving tag for the default catalog and the server of ConfigMap catalogs. \`requireDigests\` refuses images without a
  digest; \`images\` replaces them.
- **0.29.0** was published with the number and the image of 0.19.0 by mistake, and withdrawn
  ([issue 3420](https://github.com/operator-framework/operator-lifecycle-manager/issues/3420)). Here it is as intended: the manifests of
  0.30.0 with the images of 0.29.0.
- **0.36.0 and 0.37.0** require cert-manager in the cluster.
- **0.32.0 to 0.45.0** have NetworkPolicies that block catalogs and unpack Jobs in OLM's own namespace
  ([issue 3669](https://github.com/operator-framework/operator-lifecycle-manager/issues/3669)); those of 0.32.0 to 0.40.0 allow OLM to reach an API
  server on port 6443 only.
`;

const CHANGES = `
## Changes from release to release

Added (+) and removed (-) objects, CRDs with a changed schema, and fields that custom resources may lose, each compared with the release in the
line above.

`;

const DIFFERENCES = `
## Differences from upstream

Descriptions in CRDs are our own, and embedded Kubernetes types have none. A test compares everything else with a record of every release, if
the record is available. This table has all differences.

`;

const NEXT = `
## When upstream publishes a release

1. Download its crds.yaml and olm.yaml into a folder.
2. Run \`npx tsx --tsconfig tsconfig.dev.json scripts/add-release.ts FOLDER\`. It prints the constant to add, with the images of the release, and all
   differences between its objects and those of the newest known release, each with the file that makes the object.
3. Make these changes: a row in \`lib/olm/v0/model/release-features.ts\` for changed objects, \`since\` or \`until\` for a field of a CRD. If fields of
   Kubernetes' own types are new, raise the pin in \`e2e/tools/kubernetes/go.mod\` and add the fields to \`scripts/kubernetes-types/history.ts\`.
4. Run \`npm run generate\`, \`npm test\`, and the command of step 2 again: it must report that the release is known.

Until then, \`OlmRelease.fromManifests\` reads the two files.
`;

/** Returns the page of all known releases. */
export function releasesPage(): string {
  return [
    INTRODUCTION,
    '\n## Images\n\n',
    markdownTable(['release', 'objects', 'OLM', 'opm'], OlmVersion.all.map(imageRow)),
    CHANGES,
    markdownTable(['release', 'objects', 'CRDs', 'fields lost'], OlmVersion.all.slice(1).map((to, index) => changeRow(OlmVersion.all[index] ?? to, to))),
    DIFFERENCES,
    markdownTable(['release', 'object', 'path', 'reason'], upstreamDifferences.map(({ releases, kind, path, reason }) => (
      [fromTo(knownReleases(releases)), `every ${kind}`, `\`${path}\``, reason]
    ))),
    NEXT,
  ].join('');
}

function fromTo(versions: readonly OlmVersion[]): string {
  return [versions[0], versions.at(-1)].map((version) => version?.version ?? '').join(' to ');
}

function imageRow(version: OlmVersion): string[] {
  const { objects } = OlmRelease.of({ version });
  return [version.version, String(objects.length), reference(version.olmImage), reference(version.opmImage)];
}

/** Formats the tag, or the start of the digest. */
function reference(image: string | undefined): string {
  if (image === undefined) {
    return 'none';
  }
  const digest = /@(sha256:[0-9a-f]{12})/.exec(image)?.[1];
  return digest === undefined ? `tag \`${image.slice(image.lastIndexOf(':') + 1)}\`` : `digest \`${digest}…\``;
}

function changeRow(from: OlmVersion, to: OlmVersion): string[] {
  const plan = OlmRelease.plan(from, to).content;
  return [to.version, cell(objects(plan)), cell(crds(plan)), cell(plan.lostFields.map(({ crd, path }) => `\`${plural(crd)} ${path}\``))];
}

function objects({ added, removed }: OlmUpgradePlanContent): string[] {
  return [...added.map((object) => `+ ${title(object)}`), ...removed.map((object) => `- ${title(object)}`)];
}

/** Returns the changed CRDs, ignoring the annotation with the version of the generator. */
function crds({ changed }: OlmUpgradePlanContent): string[] {
  return changed
    .filter(({ kind, paths }) => kind === 'CustomResourceDefinition' && paths.some((path) => !path.startsWith('metadata.')))
    .map(({ name }) => plural(name));
}

function title({ kind, name }: OlmPlannedObject): string {
  return `${kind} ${kind === 'CustomResourceDefinition' ? plural(name) : name}`;
}

function plural(crd: string): string {
  return crd.slice(0, crd.indexOf('.'));
}

function cell(entries: readonly string[]): string {
  return entries.join('<br>');
}
