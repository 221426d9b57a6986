import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { fieldAt, mapListField, stringField } from '../../formats/json/json-value';
import { checkArguments } from '../../formats/options/check-arguments';
import { replaceFolder } from '../../formats/output/replace-folder';
import { quoted } from '../../text/phrases';
import { type BuiltImage, SUBJECT_ANNOTATION } from './build-image';
import { parseDigest } from './descriptor';
import { INDEX_FILE, LAYOUT_FILE } from './layout';

/** Properties of an image that are known before it is built. */
interface ImageFacts {
  readonly name: string;
  readonly subject: string;
  readonly bundles?: readonly ImageLayout[];
}

/**
 * The image of a bundle or a catalog as an OCI image layout, which common tools push to a registry: `crane push`, `skopeo copy`, `oras cp`.
 *
 * The same content has the same bytes and so the same digest on every machine, and the digest is known before the image is pushed. The image is a
 * single manifest with one layer, and OLM pulls it on any platform.
 *
 * @see https://github.com/opencontainers/image-spec/blob/v1.1.1/image-layout.md
 */
export class ImageLayout {
  /** @internal */
  public static _of(facts: ImageFacts, image: BuiltImage): ImageLayout {
    return new ImageLayout(facts, image);
  }

  /**
   * Name of the image in the layout (the annotation `org.opencontainers.image.ref.name`): that of the ClusterServiceVersion for a bundle, `catalog`
   * for a catalog.
   */
  public readonly name: string;

  /** Digest of the manifest, such as `sha256:…`: the image is pulled as `repository@digest`. */
  public readonly digest: string;

  /** Media type of the manifest. */
  public readonly mediaType: string;

  /** Size of all files of the layout, in bytes. */
  public readonly totalBytes: number;

  /**
   * Images of the bundles that the catalog option `bundleRepository` applies to, which must also be pushed. An empty list for a bundle, and for a
   * catalog whose bundles are already in registries.
   */
  public readonly bundles: ImageLayout[];

  readonly #subject: string;
  readonly #files: ReadonlyMap<string, Uint8Array>;

  private constructor({ name, subject, bundles = [] }: ImageFacts, { digest, mediaType, files }: BuiltImage) {
    this.name = name;
    this.digest = digest;
    this.mediaType = mediaType;
    this.totalBytes = [...files.values()].reduce((sum, { length }) => sum + length, 0);
    this.bundles = [...bundles];
    this.#subject = subject;
    this.#files = files;
  }

  /** Returns the files of the layout in base64, by path with `/` between folders, such as `index.json`. */
  public toBase64Files(): { [key: string]: string } {
    return Object.fromEntries([...this.#files].map(([file, content]) => [file, Buffer.from(content).toString('base64')]));
  }

  /**
   * Writes the layout into a folder, either completely or not at all. A folder that is not empty is replaced only if it contains nothing but an
   * earlier layout of a catalog, or of a bundle of the same package.
   *
   * @param folder path of the folder; it is created if missing
   * @throws Error if the folder contains anything else
   */
  public write(folder: string): void {
    checkArguments('ImageLayout#write', { folder });
    this._write(folder, () => undefined);
  }

  /**
   * Writes the layout as `write` does, and undoes that if a function that is called then fails.
   *
   * @internal
   */
  public _write(folder: string, then: () => void): void {
    const target = existsSync(folder) ? realpathSync(folder) : resolve(folder);
    checkReplaceable(folder, target, this.#subject);
    replaceFolder(target, this.#files, then);
  }
}

/** @throws Error unless the folder is missing, empty, or contains nothing but a layout of the same subject that this library wrote */
function checkReplaceable(folder: string, target: string, subject: string): void {
  if (!existsSync(target)) {
    return;
  }
  if (!statSync(target).isDirectory()) {
    throw new Error(`${folder}: this is a file; specify a folder for the image layout`);
  }
  const problem = readdirSync(target).length === 0 ? undefined : foreignContent(target, subject);
  if (problem !== undefined) {
    throw new Error(`${folder}: ${problem}; nothing was written; specify another folder, or delete this one`);
  }
}

/** Returns what a folder contains besides a layout of the subject that this library wrote. */
function foreignContent(folder: string, subject: string): string | undefined {
  const found = writtenLayout(folder);
  if (found === undefined) {
    return 'the folder is not empty, and is not an image layout that this library wrote';
  }
  if (found.subject !== subject) {
    return `the folder contains the image layout of the ${found.subject}, not of the ${subject}`;
  }
  const other = readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => path.split(sep).join('/')).find((path) => !found.paths.has(path));
  return other === undefined ? undefined : `${quoted(other)} does not belong to the image layout in the folder`;
}

/** Returns the subject of a layout that this library wrote, and the files and folders that belong to it, or undefined if it is not one. */
function writtenLayout(folder: string): { readonly subject: string; readonly paths: ReadonlySet<string> } | undefined {
  try {
    const index = JSON.parse(readFileSync(join(folder, INDEX_FILE), 'utf8')) as unknown;
    const subject = stringField(fieldAt(index, 'annotations'), SUBJECT_ANNOTATION);
    const manifests = mapListField(index, 'manifests').map(blobOf);
    if (subject === undefined || manifests.length !== 1) {
      return undefined;
    }
    const manifest = JSON.parse(readFileSync(join(folder, manifests[0]!), 'utf8')) as unknown;
    const blobs = [fieldAt(manifest, 'config'), ...mapListField(manifest, 'layers')].map(blobOf);
    return { subject, paths: new Set([LAYOUT_FILE, INDEX_FILE, 'blobs', 'blobs/sha256', ...manifests, ...blobs]) };
  } catch {
    // A file is missing or not JSON: something else wrote this folder, or changed it.
    return undefined;
  }
}

function blobOf(descriptor: unknown): string {
  const { algorithm, hex } = parseDigest(stringField(descriptor, 'digest') ?? '') ?? { algorithm: '', hex: '' };
  return `blobs/${algorithm}/${hex}`;
}
