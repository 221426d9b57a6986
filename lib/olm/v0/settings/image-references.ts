/** Returns the part of a reference before the first slash, which need not be a registry. */
export function registryOf(image: string): string {
  return image.slice(0, Math.max(image.indexOf('/'), 0));
}

/** Whether the part of a reference before the first slash is a registry. */
export function isRegistry(name: string): boolean {
  return /[.:]/.test(name) || name === 'localhost';
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
