import { OlmRelease } from '../../lib/olm/olm-release';
import { OlmVersion } from '../../lib/olm/olm-version';
import type { OlmPlannedObject, OlmUpgradePlanContent } from '../../lib/olm/upgrade/upgrade-plan-content';
import { markdownTable } from './markdown-table';
import { knownReleases, upstreamDifferences } from './upstream-differences';

const INTRODUCTION = `# Releases of OLM

<!-- Made by \`npm run generate\`. Do not edit. -->

\`OlmVersion\` has a constant for one release of each minor version since 0.18: \`OlmVersion.V0_46_0\`, or
\`OlmVersion.of('0.46.0')\`. Each of them makes the objects that upstream published for it, with upstream's settings where none
are given.

- **Images** are named by digest where the digest is known. Where it could not be found out they are named by tag, and
  \`imagesAreDigests\` of the version is false. The default catalog and the server of ConfigMap catalogs are named by a moving tag
  in every release, upstream's choice. \`requireDigests\` refuses every image without a digest; \`images\` replaces them.
- **0.29.0** was published with the number and the image of 0.19.0 by mistake, and withdrawn
  ([issue 3420](https://github.com/operator-framework/operator-lifecycle-manager/issues/3420)). Here it is what it was meant to
  be: the manifests of 0.30.0 with the images of 0.29.0.
- **0.36.0 and 0.37.0** need cert-manager in the cluster.
- **0.32.0 to 0.45.0** have NetworkPolicies that forget catalogs and unpack Jobs in OLM's own namespace
  ([issue 3669](https://github.com/operator-framework/operator-lifecycle-manager/issues/3669)); those up to 0.40.0 let OLM reach an
  API server on port 6443 only.
`;

const CHANGES = `
## From release to release

Objects that come and go, CRDs whose schema changes, and fields that custom resources may lose, each against the release in the
line above.

`;

const DIFFERENCES = `
## Where our objects differ from upstream's

Descriptions in CRDs are in our own words, and embedded Kubernetes types have none. A test compares everything else with a record
of every release, where that record is at hand; what differs is in this table and nowhere else.

`;

const NEXT = `
## When upstream publishes a release

1. Download its crds.yaml and olm.yaml into a folder.
2. \`npx tsx --tsconfig tsconfig.dev.json scripts/add-release.ts FOLDER\` prints the constants to add, with the images that the
   release names, and everything in which its objects differ from those of the newest known release, each with the file that
   makes it.
3. Make these changes: a row in \`lib/olm/release-features.ts\` for what only the new release has, \`since\` or \`until\` for a field
   of a CRD. Where fields of Kubernetes' own types are new, raise the pin in \`e2e/tools/kubernetes/go.mod\` and add the fields to
   \`scripts/kubernetes-types/history.ts\`.
4. \`npm run generate\`, \`npm test\`, and the command of step 2 on the constant's release: it must say that the release is known.

Until then \`OlmRelease.fromManifests\` takes the two files as they are.
`;

/** The page about all releases that the library knows. */
export function releasesPage(): string {
  return [
    INTRODUCTION,
    '\n## Images\n\n',
    markdownTable(['release', 'objects', 'OLM', 'opm'], OlmVersion.all.map(imageRow)),
    CHANGES,
    markdownTable(['release', 'objects', 'CRDs', 'fields lost'], OlmVersion.all.slice(1).map((to, index) => changeRow(OlmVersion.all[index] ?? to, to))),
    DIFFERENCES,
    markdownTable(['release', 'object', 'path', 'why'], upstreamDifferences.map(({ releases, kind, path, why }) => (
      [fromTo(knownReleases(releases)), `every ${kind}`, `\`${path}\``, why]
    ))),
    NEXT,
  ].join('');
}

function fromTo(versions: readonly OlmVersion[]): string {
  return [versions[0], versions.at(-1)].map((version) => version?.version ?? '').join(' to ');
}

function imageRow(version: OlmVersion): string[] {
  const { objects } = OlmRelease.of({ version });
  return [version.version, String(objects.length), reference(version.olmImage), version.opmImage === undefined ? 'none' : reference(version.opmImage)];
}

/** Tag, or the beginning of the digest: enough to recognise it. */
function reference(image: string): string {
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

/** Every CRD carries the version of the generator that made it, which is no change. */
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
