import { defined } from '../../formats/json/defined';
import { countedOptions, optionErrorOf } from '../files/read-options';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import type { BuiltImage } from '../oci/build-image';
import { blobFile, type Descriptor } from '../oci/descriptor';
import { MANIFEST_MEDIA_TYPES, MEDIA_TYPE, readManifest } from '../oci/image-manifest';
import { parseImageReference } from '../oci/image-reference';
import type { RegistryClientOptions } from './fetch-options';
import type { HttpResponse } from './http-exchange';
import type { ImagePushOptions } from './push-options';
import { parseReference, type RegistryReference } from './reference';
import type { RegistryClient } from './registry-client';
import { inRegistry } from './registry-session';
import { uploadBlob, type UploadSettings } from './upload-blob';
import { matchesUpload, MAX_RESPONSE_BYTES } from './upload-state';

/** An image, and where to push it. */
export interface ImageToPush {
  readonly image: BuiltImage;

  /** Reference with a tag, a digest, or both. */
  readonly reference: string;
}

/** Default of `maxChunkBytes`. */
const DEFAULTS = { maxChunkBytes: 8 * 1024 * 1024 };

/**
 * Pushes images one after the other. Of each, the blobs come first, then the manifests by digest, and last the tag, so that a tag never refers to
 * something incomplete. After an error, nothing more is pushed.
 *
 * @throws BundleError if a reference is invalid, or an image cannot be pushed
 */
export async function pushImages(images: readonly ImageToPush[], options: ImagePushOptions): Promise<void> {
  const source = images.at(-1)!.reference;
  const settings = { ...countedOptions(DEFAULTS, options, optionErrorOf(source)), mountFrom: checkedRepositories(source, options.mountFrom ?? []) };
  const targets = images.map(({ image, reference }) => ({ image, source: reference, reference: parsedTarget(reference, image.digest) }));
  await inRegistry(source, options, 'push', async ({ client }) => {
    const clients = new Map<string, RegistryClient>();
    for (const { image, source: given, reference } of targets) {
      const repository = `${reference.registry}/${reference.repository}`;
      const known = clients.get(repository) ?? client(given, reference);
      clients.set(repository, known);
      await push(known, given, image, reference, settings);
    }
  });
}

/**
 * Returns what is no longer as it was pushed: images that the registry lost, and tags that refer to others.
 *
 * @throws BundleError if the registry cannot be reached, or refuses to answer
 */
export async function changesOfPushed(
  images: readonly { readonly reference: string; readonly digest: string }[], options: RegistryClientOptions,
): Promise<string[]> {
  const source = images.at(-1)!.reference;
  return inRegistry(source, options, 'pull', async ({ client }) => {
    const changes: string[] = [];
    for (const { reference, digest } of images) {
      const parsed = parsedTarget(reference, digest);
      const found = client(reference, parsed);
      if (await digestAt(found, digest) === undefined) {
        changes.push(`the registry no longer has ${parsed.registry}/${parsed.repository}@${digest}`);
      } else if (parsed.tag !== undefined && await digestAt(found, parsed.tag) !== digest) {
        changes.push(`the tag ${parsed.tag} of ${parsed.registry}/${parsed.repository} no longer refers to ${digest}`);
      }
    }
    return changes;
  });
}

/** Returns the image that a push to a reference results in, by digest. */
export function pushedName(reference: string, digest: string): { readonly image: string; readonly digest: string; readonly tag?: string } {
  const { registry, repository, tag } = parsedTarget(reference, digest);
  return { image: `${registry}/${repository}@${digest}`, digest, ...defined({ tag }) };
}

/** @throws BundleError if the reference is invalid, or has the digest of another image */
function parsedTarget(reference: string, digest: string): RegistryReference {
  const parsed = parseReference(reference);
  if (parsed.digest !== undefined && parsed.digest !== digest) {
    throw refusal(reference, BundleErrorCode.DIGEST, `the image has the digest ${digest}, which is not that of the reference; omit the digest, or push the image that it belongs to`);
  }
  return parsed;
}

/** Returns repositories of the registry, in which a blob may be. */
function checkedRepositories(source: string, repositories: readonly string[]): readonly string[] {
  const wrong = repositories.find((repository) => {
    const parsed = parseImageReference(`registry.example.com/${repository}`);
    return parsed?.repository !== repository;
  });
  if (wrong !== undefined) {
    throw refusal(source, BundleErrorCode.OPTIONS, `mountFrom must contain repositories of the same registry, such as team/bundles, got ${JSON.stringify(wrong)}`);
  }
  return repositories;
}

async function push(
  client: RegistryClient, source: string, image: BuiltImage, reference: RegistryReference, settings: UploadSettings,
): Promise<void> {
  const mountFrom = settings.mountFrom.filter((repository) => repository !== reference.repository);
  mountFrom.forEach((repository) => client.addScope(`repository:${repository}:pull`));
  const content = (digest: string): Uint8Array => image.files.get(blobFile(digest))!;
  const pushTree = async ({ digest, mediaType }: Descriptor): Promise<string> => {
    const manifest = readManifest(source, digest, Buffer.from(content(digest)));
    if (manifest.kind === 'index') {
      for (const child of manifest.manifests) {
        await pushTree(child);
      }
    } else {
      for (const blob of [manifest.config, ...manifest.layers]) {
        await uploadBlob(client, { digest: blob.digest, content: content(blob.digest) }, { ...settings, mountFrom });
      }
    }
    const type = mediaType === '' ? MEDIA_TYPE[manifest.kind === 'index' ? 'INDEX' : 'MANIFEST'] : mediaType;
    await putManifest(client, source, digest, type, digest, content(digest));
    return type;
  };
  const type = await pushTree({ digest: image.digest, mediaType: image.mediaType, annotations: {} });
  const { tag } = reference;
  if (tag !== undefined && !await isTagged(client, tag, image.digest)) {
    await putManifest(client, source, tag, type, image.digest, content(image.digest));
  }
}

async function putManifest(client: RegistryClient, source: string, name: string, mediaType: string, digest: string, body: Uint8Array): Promise<void> {
  const response = await client.send({ method: 'PUT', url: client.urlOf(`manifests/${name}`), headers: { 'content-type': mediaType }, body, maxBytes: MAX_RESPONSE_BYTES });
  if (response.status >= 300) {
    throw await client.refused(response);
  }
  matchesUpload(source, digest, response);
}

/** Whether a tag refers to the image already. A registry whose tags cannot be changed would refuse to set it again. */
async function isTagged(client: RegistryClient, tag: string, digest: string): Promise<boolean> {
  const { status, headers } = await manifestHead(client, tag);
  return status === 200 && headers['docker-content-digest'] === digest;
}

/** Asks for a manifest by tag or digest, without its content. */
function manifestHead(client: RegistryClient, name: string): Promise<HttpResponse> {
  const headers = { accept: MANIFEST_MEDIA_TYPES.join(', ') };
  return client.send({ method: 'HEAD', url: client.urlOf(`manifests/${name}`), headers, maxBytes: MAX_RESPONSE_BYTES });
}

/** Returns the digest of a tag or digest, or undefined if the repository does not have it. */
async function digestAt(client: RegistryClient, name: string): Promise<string | undefined> {
  const response = await manifestHead(client, name);
  if (response.status === 404) {
    return undefined;
  }
  if (response.status !== 200) {
    throw await client.refused(response);
  }
  const { 'docker-content-digest': digest } = response.headers;
  return typeof digest === 'string' ? digest : name;
}
