import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';

import { bundleFiles } from './bundle-files';
import type { Entry } from './tar-archive';
import { tarOf, tarOfFiles } from './tar-archive';

/** A descriptor as it is written. */
export interface WrittenDescriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
  readonly platform?: object;
  readonly annotations?: { readonly [key: string]: string };
}

/** What a made-up image is like; what is left out is that of a small, sound image. */
export interface ImageFacts {
  /** The layers from the lowest on: entries, or the bytes of an archive. */
  readonly layers?: readonly (readonly Entry[] | Buffer)[];
  readonly labels?: { readonly [label: string]: string } | null;
  /** How a layer is packed. */
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

/** The labels of an image of a bundle. */
export const BUNDLE_LABELS: { readonly [label: string]: string } = {
  [`${PREFIX}mediatype.v1`]: 'registry+v1',
  [`${PREFIX}manifests.v1`]: 'manifests/',
  [`${PREFIX}metadata.v1`]: 'metadata/',
  [`${PREFIX}package.v1`]: 'demo',
  [`${PREFIX}channels.v1`]: 'stable,beta',
};

/** The layer of a sound bundle. */
export function bundleLayer(): Buffer {
  return tarOfFiles(bundleFiles());
}

/** The digest of bytes. */
export function sha256(content: Buffer): string {
  return `sha256:${createHash('sha256').update(content).digest('hex')}`;
}

/** The parts of images, by digest. */
export class ImageStore {
  public readonly blobs = new Map<string, Buffer>();

  /** Puts a part in. */
  public put(mediaType: string, content: Buffer | object): WrittenDescriptor {
    const bytes = Buffer.isBuffer(content) ? content : Buffer.from(JSON.stringify(content));
    const digest = sha256(bytes);
    this.blobs.set(digest, bytes);
    return { mediaType, digest, size: bytes.length };
  }

  /** Puts an image in, and gives the descriptor of its manifest. */
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

  /** Puts an index in, and gives its descriptor. */
  public index(manifests: readonly object[]): WrittenDescriptor {
    return this.put(OCI.index, { schemaVersion: 2, mediaType: OCI.index, manifests });
  }

  /** The files of an image layout whose index lists those images. */
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

/** The files of an image layout with one image. */
export function layoutOf(facts: ImageFacts = {}): { [path: string]: Buffer } {
  const store = new ImageStore();
  return store.layout(store.image(facts));
}

/** Data in a zstd frame that is packed as it is, in blocks that say how long they are. */
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
