import { CATALOG_FOLDER_LABEL } from '../bundle/model/bundle-content';
import { buildImage, CATALOG_FOLDER } from '../bundle/oci/build-image';
import { CATALOG_SUBJECT } from '../bundle/oci/layout';
import { ImageLayout } from '../bundle/image-layout';
import { isImageReference, parseImageReference } from '../bundle/oci/image-reference';
import { defined } from '../formats/json/defined';
import { setOwn } from '../formats/json/json-value';
import { groupBy } from '../text/group-by';
import { append } from '../text/lists';
import { quoted } from '../text/phrases';
import type { CatalogBundle } from './catalog-bundle';
import { CatalogError } from './declcfg/catalog-error';
import { CatalogErrorCode, type CatalogProblem } from './declcfg/catalog-problem';
import { migrateToCsvMetadata } from './declcfg/csv-metadata';
import { type BundleBlob, type CatalogBlob, packageOf } from './declcfg/declcfg';
import { blobsToYaml, blobToJson, servableBlob } from './declcfg/write-blob';
import { withImage } from './render/bundle-blob';

/**
 * Builds the image of a catalog: the folder /configs with a JSON file for each package, which OLM's tools parse faster than YAML, and the label that
 * specifies the folder.
 *
 * @param blobs the blobs, in opm's order
 * @param bundles the bundles of the catalog
 * @param repository repository that the images of bundles without image reference will be pushed to
 * @throws CatalogError if a bundle has no image reference and none can be computed
 */
export function catalogImage(blobs: readonly CatalogBlob[], bundles: readonly CatalogBundle[], repository: string | undefined): ImageLayout {
  if (repository !== undefined) {
    checkRepository(repository);
  }
  const images = new Map<CatalogBlob, BundleBlob>();
  const built: ImageLayout[] = [];
  const problems: CatalogProblem[] = [];
  for (const bundle of bundles.filter(({ image }) => image === undefined)) {
    const found = imageOf(bundle, repository);
    if (typeof found === 'string') {
      problems.push({ code: CatalogErrorCode.NO_IMAGE, message: found, packageName: bundle.packageName, bundle: bundle.name });
      continue;
    }
    const [migrated] = migrateToCsvMetadata([withImage(bundle._blob, found.reference)]);
    images.set(bundle._blob, migrated as BundleBlob);
    append(built, found.layouts);
  }
  if (problems.length > 0) {
    throw new CatalogError(problems);
  }
  const files = new Map([...blobsByFolder(blobs.map((blob) => images.get(blob) ?? blob))].map(([folder, members]) => (
    [`${CATALOG_FOLDER.slice(1)}/${folder}catalog.json`, Buffer.from(members.map((blob) => `${blobToJson(servableBlob(blob))}\n`).join(''))]
  )));
  const named = { name: CATALOG_SUBJECT, subject: CATALOG_SUBJECT };
  const image = buildImage({ ...named, labels: { [CATALOG_FOLDER_LABEL]: CATALOG_FOLDER }, files });
  return ImageLayout._of({ ...named, bundles: built, ...defined({ bundleRepository: repository }) }, image);
}

/** Image reference of a bundle, with the layout to push if the image is not in a registry yet. */
interface BundleImageReference {
  readonly reference: string;
  readonly layouts: readonly ImageLayout[];
}

/** Returns the image reference of a bundle that is inline in the catalog, or the reason why it has none. */
function imageOf(bundle: CatalogBundle, repository: string | undefined): BundleImageReference | string {
  const { name, content } = bundle;
  if (content?.image !== undefined) {
    return { reference: content.image, layouts: [] };
  }
  if (content === undefined) {
    return `bundle "${name}" has no image, and the catalog contains no manifests from which its image could be built; add the image to its olm.bundle blob`;
  }
  if (repository === undefined) {
    return `bundle "${name}" has no image, and OLM pulls the bundles of a catalog image from their own images; set 'bundleRepository' to the repository that `
      + "its image will be pushed to, or 'images' of Catalog.fromBundles if it has one already";
  }
  const layout = content.toImageLayout();
  return { reference: `${repository}@${layout.digest}`, layouts: [layout] };
}

function checkRepository(repository: string): void {
  const parsed = parseImageReference(repository);
  if (parsed?.domain === undefined || parsed.tag !== undefined || parsed.digest !== undefined || !isImageReference(repository)) {
    const message = `'bundleRepository' must be a repository with its registry and without tag and digest, such as registry.example.com/team/bundles, got ${quoted(repository)}`;
    throw new CatalogError([{ code: CatalogErrorCode.IMAGE, message }]);
  }
}

const FILE = 'catalog.yaml';

/**
 * Groups blobs by the subfolder that opm writes them to: one for each package, with a slash at the end. Blobs of unknown packages are in the folder
 * itself, whose key is an empty string, because their package names may contain any character.
 */
function blobsByFolder(blobs: readonly CatalogBlob[]): Map<string, CatalogBlob[]> {
  const packages = new Set(blobs.filter(({ schema }) => schema === 'olm.package').map(packageOf));
  return groupBy(blobs, (blob) => (packages.has(packageOf(blob)) ? `${packageOf(blob)!}/` : ''));
}

/** Returns blobs as the YAML files of a folder, with a subfolder for each package. */
export function catalogFolder(blobs: readonly CatalogBlob[]): { [key: string]: string } {
  const files: { [key: string]: string } = {};
  for (const [folder, members] of blobsByFolder(blobs)) {
    setOwn(files, `${folder}${FILE}`, blobsToYaml(members));
  }
  return files;
}
