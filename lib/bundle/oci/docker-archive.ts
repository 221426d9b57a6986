import { posix } from 'node:path';

import { BundleErrorCode } from '../../bundle-error';
import { compareUtf8 } from '../../go-json';
import { describe, textField, textsField } from '../../json-value';
import { refusal } from '../refusal';
import type { TarEntry } from '../tar';
import type { BlobRequest } from './blob';
import { LayerStack, parseConfig } from './image';
import type { Labels } from './image-kind';
import type { ImageLimits } from './image-options';
import { DOCKER_FILE } from './layout';
import type { ImageArchive } from './layout-archive';
import { checkedFile } from './layout-archive';
import { parsedJson } from './manifest';

/** Older archives hold a layer that two images share once, and a link in the other place. */
const MOST_LINKS = 4;

/**
 * Reads an image in an archive of `docker save`, in the form that it had before Docker 25. Newer ones are image layouts as well.
 *
 * Its layers are not named by digest, but the configuration holds their digests, without which the image is refused.
 *
 * @param source where the archive stands, for messages
 * @param archive its files
 * @param image the tag of the image; undefined when there is only one
 * @param limits the limits
 * @param wanted the folders that are wanted of an image with those labels
 * @throws BundleError when it cannot be read or goes beyond a limit
 */
export function readDockerArchive(
  source: string,
  archive: ImageArchive,
  image: string | undefined,
  limits: ImageLimits,
  wanted: (labels: Labels) => readonly string[],
): TarEntry[] {
  const { config: configFile, layers } = chosenImage(source, archive, image, limits);
  const config = parseConfig(source, configFile, archiveFile(source, archive, configFile, limits.maxManifestBytes));
  const folders = wanted(config.labels);
  if (config.diffIds.length === 0) {
    throw refusal(source, BundleErrorCode.IMAGE, `${configFile} names no digests of layers, so they cannot be checked; pack the image anew`);
  }
  const stack = new LayerStack(source, folders, config, layers.length, limits);
  for (const layer of layers) {
    stack.add(layer, archiveFile(source, archive, layer, limits.maxTotalBytes, 'maxTotalBytes'));
  }
  return stack.entries();
}

interface DockerImage {
  readonly tags: readonly string[];
  readonly config: string;
  readonly layers: readonly string[];
}

function chosenImage(source: string, archive: ImageArchive, image: string | undefined, limits: ImageLimits): DockerImage {
  const list = parsedJson(source, DOCKER_FILE, archiveFile(source, archive, DOCKER_FILE, limits.maxManifestBytes));
  if (!Array.isArray(list)) {
    throw refusal(source, BundleErrorCode.IMAGE, `${DOCKER_FILE} must hold a list of images, got ${describe(list)}; pack them anew`);
  }
  const images = list.map((entry: unknown): DockerImage => ({
    tags: textsField(entry, 'RepoTags'), config: textField(entry, 'Config') ?? '', layers: textsField(entry, 'Layers'),
  }));
  const meant = image === undefined ? images : images.filter(({ tags }) => tags.includes(image));
  if (meant.length === 1) {
    return meant[0]!;
  }
  const tags = images.flatMap((each) => each.tags).sort(compareUtf8).slice(0, 20).join(', ');
  const message = image === undefined
    ? `the archive holds ${images.length} images; say with the option image which is meant: ${tags}`
    : `the archive holds ${meant.length === 0 ? 'no image' : `${meant.length} images`} ${JSON.stringify(image)}; there are ${tags}`;
  throw refusal(source, BundleErrorCode.IMAGE, message);
}

function archiveFile(source: string, { files, links }: ImageArchive, file: string, maxBytes: number, limit?: BlobRequest['limit']): Buffer {
  let path = posix.normalize(file);
  for (let link = links.get(path), count = 0; link !== undefined && count < MOST_LINKS; link = links.get(path), count++) {
    path = posix.join(posix.dirname(path), link);
  }
  return checkedFile(source, files, path, maxBytes, limit);
}
