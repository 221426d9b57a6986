/** Replaces the registry of an image with a mirror. Images of the mirror are not changed. */
export function mirrored(image: string, mirror: string): string {
  if (image.startsWith(`${mirror}/`)) {
    return image;
  }
  const slash = image.indexOf('/');
  if (isRegistry(registryOf(image))) {
    return mirror + image.slice(slash);
  }
  // Without a registry, it is an image of Docker Hub, where official images are under `library`.
  return `${mirror}/${slash < 0 ? `library/${image}` : image}`;
}

/** Returns the part of a reference before the first slash, which need not be a registry. */
export function registryOf(image: string): string {
  return image.slice(0, Math.max(image.indexOf('/'), 0));
}

/** Whether the part of a reference before the first slash is a registry. */
export function isRegistry(name: string): boolean {
  return /[.:]/.test(name) || name === 'localhost';
}

/** Returns the problem of a `registryMirror`, as a sentence. */
export function registryMirrorProblem(mirror: string): string | undefined {
  return /^[\w.-]+(:\d+)?(\/[\w.-]+)*$/.test(mirror)
    ? undefined
    : `registryMirror must be a registry with an optional path: got "${mirror}"; write it as registry.example.com:5000/path, without https:// and without a trailing slash`;
}

/** Whether an image reference has a digest, so that its content cannot change. */
export function hasDigest(image: string): boolean {
  return image.includes('@');
}

/**
 * Returns the problem of a setting that is not an image reference, as a sentence.
 *
 * @param what the setting, such as `images.olm`
 */
export function notAnImageReference(what: string, image: string): string {
  return `${what} is not an image reference: got "${image}"; write it as registry/repository@sha256:<64 hex digits> or registry/repository:tag`;
}
