import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { bundleFiles } from './bundle-files';
import { type Entry, tarOf, tarOfFiles } from './tar-archive';

/** OCI descriptor of a blob. */
export interface WrittenDescriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: object;
  readonly annotations?: { readonly [key: string]: string };
}

/** Properties of a test image; by default those of a small, valid bundle image. */
export interface ImageFacts {
  /** Layers from the lowest to the highest: entries, or the bytes of an archive. */
  readonly layers?: readonly (readonly Entry[] | Buffer)[];
  readonly labels?: { readonly [label: string]: string } | null;
  /** Compresses a layer. */
  readonly pack?: (archive: Buffer) => Buffer;
  /** Changes the configuration before it is written. */
  readonly config?: (config: { [key: string]: unknown }) => unknown;
  /** Changes the manifest before it is written. */
  readonly manifest?: (manifest: { [key: string]: unknown; layers: WrittenDescriptor[]; config: WrittenDescriptor }) => unknown;
}

export const OCI = {
  index: 'application/vnd.oci.image.index.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  config: 'application/vnd.oci.image.config.v1+json',
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
};

const PREFIX = 'operators.operatorframework.io.bundle.';

/** Labels of a bundle image. */
export const BUNDLE_LABELS: { readonly [label: string]: string } = {
  [`${PREFIX}mediatype.v1`]: 'registry+v1',
  [`${PREFIX}manifests.v1`]: 'manifests/',
  [`${PREFIX}metadata.v1`]: 'metadata/',
  [`${PREFIX}package.v1`]: 'demo',
  [`${PREFIX}channels.v1`]: 'stable,beta',
};

/** Returns the layer of a valid bundle. */
export function bundleLayer(): Buffer {
  return tarOfFiles(bundleFiles());
}

/** Returns the digest of a blob. */
export function sha256(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** Blobs of images, by digest. */
export class ImageStore {
  public readonly blobs = new Map<string, Buffer>();

  /** Adds a blob, and returns its descriptor. */
  public put(mediaType: string, content: Buffer | object): WrittenDescriptor {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
    const digest = sha256(bytes);
    this.blobs.set(digest, bytes);
    return { mediaType, digest, size: bytes.length };
  }

  /** Adds an image, and returns the descriptor of its manifest. */
  public image(facts: ImageFacts = {}): WrittenDescriptor {
    const { layers = [bundleLayer()], labels = BUNDLE_LABELS, pack = gzipSync, config = same, manifest = same } = facts;
    const archives = layers.map((layer) => (Buffer.isBuffer(layer) ? layer : tarOf(layer)));
    const written = {
      architecture: 'amd64',
      os: 'linux',
      config: labels === null ? {} : { Labels: labels },
      rootfs: { type: 'layers', diff_ids: archives.map(sha256) },
    };
    return this.put(OCI.manifest, manifest({
      schemaVersion: 2,
      mediaType: OCI.manifest,
      config: this.put(OCI.config, config(written) as object),
      layers: archives.map((archive) => this.put(OCI.layer, pack(archive))),
    }) as object);
  }

  /** Adds an image index, and returns its descriptor. */
  public index(manifests: readonly object[]): WrittenDescriptor {
    return this.put(OCI.index, { schemaVersion: 2, mediaType: OCI.index, manifests });
  }

  /** Returns the files of an image layout whose index lists the manifests. */
  public layout(...manifests: readonly object[]): { [path: string]: Buffer } {
    const files: { [path: string]: Buffer } = {
      'oci-layout': Buffer.from('{"imageLayoutVersion":"1.0.0"}'),
      'index.json': Buffer.from(JSON.stringify({ schemaVersion: 2, manifests })),
    };
    for (const [digest, content] of this.blobs) {
      files[`blobs/${digest.replace(':', '/')}`] = content;
    }
    return files;
  }
}

function same<Value>(value: Value): Value {
  return value;
}

/** Returns the files of an image layout with one image. */
export function layoutOf(facts: ImageFacts = {}): { [path: string]: Buffer } {
  const store = new ImageStore();
  return store.layout(store.image(facts));
}

/** Returns a zstd frame that stores data uncompressed, in raw blocks. */
export function zstdStored(content: Buffer): Buffer {
  const parts: Buffer[] = [Buffer.from('28b52ffd0040', 'hex')];
  for (let at = 0; at === 0 || at < content.length; at += 0x10000) {
    const block = content.subarray(at, at + 0x10000);
    const header = Buffer.alloc(3);
    header.writeUIntLE((block.length << 3) | (at + 0x10000 >= content.length ? 1 : 0), 0, 3);
    parts.push(header, block);
  }
  return Buffer.concat(parts);
}
