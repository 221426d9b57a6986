import { crdVersions } from '../../lib/bundle/crd/crd-schema';
import { foreignImages } from '../../lib/olm/foreign/foreign-images';
import type { KubernetesManifest } from '../../lib/olm/kubernetes-manifest';
import { OlmRelease } from '../../lib/olm/olm-release';
import { OlmVersion } from '../../lib/olm/olm-version';
import { releaseManifests } from '../../lib/olm/release';
import { fieldChanges, pathsOutsideSchemas } from '../../lib/olm/upgrade/crd-fields';
import { differingPlaces } from '../../lib/olm/upgrade/differing-paths';
import { sourceFile } from './source-file';

/** The version of a release stands here, which is no change. */
const VERSION_PATHS = ['metadata.labels.olm.version', 'spec.version'];

/**
 * What to change in the library so that it knows a new release, in sentences: the constants to add, and everything in which
 * its objects differ from those of the newest release that is known, each with the file that makes it.
 *
 * @throws when the texts are no release of OLM, or one that is known
 */
export function releaseReport(crds: string, olm: string): string {
  const release = OlmRelease.fromManifests(crds, olm);
  const newest = OlmVersion.DEFAULT;
  if (OlmVersion.all.some(({ version }) => version === release.version)) {
    throw new Error(`OLM ${release.version} is known already: delete its constant in lib/olm/olm-version.ts to start again`);
  }
  const theirs = release.objects as unknown as KubernetesManifest[];
  const images = foreignImages(find(theirs, 'Deployment', 'catalog-operator'), theirs.find(({ kind }) => kind === 'CatalogSource'));
  const ours = releaseManifests({ version: newest, images }).all;
  const changes = objectChanges(ours, theirs);
  return [
    `OLM ${release.version}, compared with ${newest.version}`,
    '',
    'lib/olm/olm-version.ts: add the constant, add it to `known`, and make it the default:',
    ...constant(release.version, images.olm ?? '', images.opm ?? ''),
    'lib/olm/opm-image.ts: let NEWEST_OPM be its opm',
    '',
    ...(changes.length > 0
      ? ['What else differs; a change of objects gets a row in lib/olm/release-features.ts, one of fields a `since` or `until`:', ...changes]
      : ['Nothing else differs.']),
    '',
    'Then run `npm run generate` and `npm test`.',
  ].join('\n');
}

function constant(version: string, olm: string, opm: string): string[] {
  const name = `V${version.replace(/\./g, '_')}`;
  return [
    `  /** OLM ${version}. */`,
    `  public static readonly ${name} = new OlmVersion('${version}', '${suffix(olm)}', '${suffix(opm)}');`,
  ];
}

/** What follows the repository: `@sha256:…` or `:tag`. */
function suffix(image: string): string {
  return /(@.*|:[^/:]*)$/.exec(image)?.[0] ?? '';
}

function objectChanges(ours: readonly KubernetesManifest[], theirs: readonly KubernetesManifest[]): string[] {
  const known = new Map(ours.map((object) => [title(object), object]));
  const given = new Map(theirs.map((object) => [title(object), object]));
  return [
    ...theirs.filter((object) => !known.has(title(object))).map((object) => `  new: ${title(object)}: ${JSON.stringify(object)}`),
    ...ours.filter((object) => !given.has(title(object))).map((object) => `  gone: ${title(object)} (${sourceFile(object)})`),
    ...theirs.flatMap((object) => {
      const before = known.get(title(object));
      const places = before === undefined ? [] : placesOf(before, object);
      return places.length > 0 ? [`  changed: ${title(object)} (${sourceFile(object)})`, ...places.map((place) => `    ${place}`)] : [];
    }),
  ];
}

function placesOf(before: KubernetesManifest, after: KubernetesManifest): string[] {
  if (after.kind === 'CustomResourceDefinition') {
    return crdPlaces(before, after);
  }
  return differingPlaces(before, after).filter(({ path }) => !VERSION_PATHS.includes(path)).map((place) => (
    `${place.path}: ${json(place.before)} -> ${json(place.after)}`
  ));
}

function crdPlaces(before: KubernetesManifest, after: KubernetesManifest): string[] {
  const fields = crdVersions(after).flatMap((version) => {
    const known = crdVersions(before).find(({ name }) => name === version.name);
    const { added, removed, changed } = known === undefined ? { added: ['(all of it)'], removed: [], changed: [] } : fieldChanges(known, version);
    return [
      ...added.map((field) => `${version.name} ${field}: new`),
      ...removed.map((field) => `${version.name} ${field}: gone`),
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
