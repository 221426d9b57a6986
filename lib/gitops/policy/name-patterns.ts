import { parseImageReference, pathAtDockerHub } from '../../bundle/oci/image-reference';

const DOCKER_HUB = 'docker.io';

/** Whether one of the names is in a list, in which a `*` at the end matches any suffix. */
export function matchesAny(patterns: readonly string[], ...names: readonly string[]): boolean {
  return patterns.some((pattern) => names.some((name) => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern)));
}

/** Whether an entry of a list is a mistake, because no name or registry can match it. */
export function matchesNothing(pattern: string, isRegistry: boolean): boolean {
  return isRegistry ? !/^[^\s/*@][^\s*@]*$/.test(pattern) || pattern.endsWith('/') || pattern.includes('://')
    : pattern.trim() !== pattern || pattern === '' || pattern.slice(0, -1).includes('*');
}

/** Whether a name could match both lists. */
export function overlap(left: readonly string[], right: readonly string[]): boolean {
  return left.some((one) => right.some((other) => matchesAny([one], other.replace(/\*$/, '')) || matchesAny([other], one.replace(/\*$/, ''))));
}

/** Whether an image is in one of several registries, or below one of their paths. */
export function isInRegistry(registries: readonly string[], image: string): boolean {
  const { domain = DOCKER_HUB, repository = image } = parseImageReference(image) ?? {};
  const place = `${domain}/${domain === DOCKER_HUB ? pathAtDockerHub(repository) : repository}`;
  return registries.some((registry) => isBelow(place, registry));
}

/** Whether an image could match both lists of registries. */
export function registriesOverlap(left: readonly string[], right: readonly string[]): boolean {
  return left.some((one) => right.some((other) => isBelow(one, other) || isBelow(other, one)));
}

function isBelow(place: string, registry: string): boolean {
  return place === registry || place.startsWith(`${registry}/`);
}
