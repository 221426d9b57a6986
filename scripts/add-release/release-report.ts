import { crdVersions } from '../../lib/formats/schema/changes/crd-schema';
import type { KubernetesManifest } from '../../lib/formats/schema/kubernetes-manifest';
import { OlmVersion } from '../../lib/olm/v0/model/olm-version';
import { OlmRelease } from '../../lib/olm/v0/olm-release';
import { manifestImages } from '../../lib/olm/v0/release/manifest-files';
import { releaseManifests } from '../../lib/olm/v0/release/release';
import { differencesOf, fieldChanges, pathsOutsideSchemas } from '../../lib/olm/v0/upgrade/crd-upgrade';
import { sourceFile } from './source-file';

/** Paths of the version of a release, which are not reported. */
const VERSION_PATHS = ['metadata.labels.olm.version', 'spec.version'];

/**
 * Returns what to change to include a new release in the library: the constant to add, and all differences between its objects and those of the
 * newest known release, each with the file that creates the object.
 *
 * @throws if the files are not a release of OLM, or are a known release
 */
export function releaseReport(crds: string, olm: string): string {
  const release = OlmRelease.fromManifests(crds, olm);
  const newest = OlmVersion.DEFAULT;
  if (release._olmVersion.isKnown) {
    throw new Error(`OLM ${release.version} is known already; to compare it again, delete its constant in lib/olm/v0/model/olm-version.ts`);
  }
  const theirs = release.objects as unknown as KubernetesManifest[];
  const images = manifestImages(find(theirs, 'Deployment', 'catalog-operator'), theirs.find(({ kind }) => kind === 'CatalogSource'));
  const ours = releaseManifests({ version: newest, images }).all;
  const changes = objectChanges(ours, theirs);
  return [
    `OLM ${release.version}, compared with ${newest.version}`,
    '',
    'lib/olm/v0/model/olm-version.ts: add the constant, and make it DEFAULT:',
    ...constant(release.version, images.olm ?? '', images.opm ?? ''),
    '',
    ...(changes.length > 0
      ? ['Further differences; add a row to lib/olm/v0/model/release-features.ts for changed objects, and `since` or `until` for changed fields:', ...changes]
      : ['No further differences.']),
    '',
    'Then run `npm run generate` and `npm test`.',
  ].join('\n');
}

function constant(version: string, olm: string, opm: string): string[] {
  const name = `V${version.replace(/\./g, '_')}`;
  return [
    `  /** OLM ${version}. */`,
    `  public static readonly ${name} = OlmVersion.release('${version}', '${suffix(olm)}', '${suffix(opm)}');`,
  ];
}

/** Returns the part after the repository: `@sha256:…` or `:tag`. */
function suffix(image: string): string {
  return /(@.*|:[^/:]*)$/.exec(image)?.[0] ?? '';
}

function objectChanges(ours: readonly KubernetesManifest[], theirs: readonly KubernetesManifest[]): string[] {
  const known = new Map(ours.map((object) => [title(object), object]));
  const given = new Map(theirs.map((object) => [title(object), object]));
  return [
    ...theirs.filter((object) => !known.has(title(object))).map((object) => `  new: ${title(object)}: ${JSON.stringify(object)}`),
    ...ours.filter((object) => !given.has(title(object))).map((object) => `  removed: ${title(object)} (${sourceFile(object)})`),
    ...theirs.flatMap((object) => {
      const before = known.get(title(object));
      const differences = before === undefined ? [] : objectDifferences(before, object);
      return differences.length > 0 ? [`  changed: ${title(object)} (${sourceFile(object)})`, ...differences.map((difference) => `    ${difference}`)] : [];
    }),
  ];
}

function objectDifferences(before: KubernetesManifest, after: KubernetesManifest): string[] {
  if (after.kind === 'CustomResourceDefinition') {
    return crdDifferences(before, after);
  }
  return differencesOf(before, after).filter(({ path }) => !VERSION_PATHS.includes(path)).map((difference) => (
    `${difference.path}: ${json(difference.before)} -> ${json(difference.after)}`
  ));
}

function crdDifferences(before: KubernetesManifest, after: KubernetesManifest): string[] {
  const fields = crdVersions(after).flatMap((version) => {
    const known = crdVersions(before).find(({ name }) => name === version.name);
    const { added, removed, changed } = known === undefined ? { added: ['(all fields)'], removed: [], changed: [] } : fieldChanges(known, version);
    return [
      ...added.map((field) => `${version.name} ${field}: new`),
      ...removed.map((field) => `${version.name} ${field}: removed`),
      ...changed.map((field) => `${version.name} ${field || '(whole object)'}: changed`),
    ];
  });
  return [...pathsOutsideSchemas(before, after), ...fields];
}

function find(objects: readonly KubernetesManifest[], kind: string, name: string): KubernetesManifest {
  const found = objects.find((object) => object.kind === kind && object.metadata.name === name);
  if (found === undefined) {
    throw new Error(`the release has no ${kind} ${name}`);
  }
  return found;
}

function json(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value);
}

function title({ kind, metadata: { name, namespace } }: KubernetesManifest): string {
  return namespace === undefined ? `${kind} ${name}` : `${kind} ${namespace}/${name}`;
}
