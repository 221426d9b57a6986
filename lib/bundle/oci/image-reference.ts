import { defined } from '../../formats/json/defined';
import { parseDigest } from './descriptor';

/** Parts of an image reference, as written. */
export interface ImageReference {
  /** The registry with its port, such as `quay.io` or `[::1]:5000`, or undefined if omitted, which means Docker Hub. */
  readonly domain?: string;

  /** The repository in the registry. */
  readonly repository: string;

  readonly tag?: string;

  readonly digest?: string;
}

const LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const HOST = `(?:${LABEL}(?:\\.${LABEL})*|\\[[a-fA-F0-9:]+\\])`;
const DOMAIN = new RegExp(`^${HOST}(?::\\d+)?$`);
const PATH_COMPONENT = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const REMOTE = new RegExp(`^(${PATH_COMPONENT}(?:/${PATH_COMPONENT})*)(?::(\\w[\\w.-]{0,127}))?(?:@([^@]+))?$`);
const IMAGE_ID = /^[a-f0-9]{64}$/;
const MAX_NAME_LENGTH = 255;

/** Maximum length of a reference that is parsed: a valid one has at most 255 characters of name, 128 of tag and 135 of digest, and a domain. */
const MAX_LENGTH = 4096;

/**
 * Parses a reference such as `quay.io/org/image:tag` or `image@sha256:…` by the grammar of docker, containerd and the kubelet. Digests are
 * sha256, sha384 or sha512.
 *
 * @returns `undefined` if it is not a reference
 * @see https://github.com/distribution/reference/blob/v0.6.0/reference.go
 */
export function parseImageReference(input: string): ImageReference | undefined {
  if (input.length > MAX_LENGTH || IMAGE_ID.test(input)) {
    return undefined;
  }
  const slash = input.indexOf('/');
  const first = input.slice(0, Math.max(slash, 0));
  const domain = isDomain(first) ? first : undefined;
  const [, repository = '', tag, digest] = REMOTE.exec(domain === undefined ? input : input.slice(slash + 1)) ?? [];
  const path = domain === undefined ? pathAtDockerHub(repository) : repository;
  if (repository === '' || path.length > MAX_NAME_LENGTH || (digest !== undefined && parseDigest(digest) === undefined)) {
    return undefined;
  }
  return {
    ...defined({ domain }),
    repository,
    ...defined({ tag, digest }),
  };
}

/** Returns the repository of a reference with its registry, or undefined if it is not a reference with a registry. */
export function repositoryWithRegistry(reference: string): string | undefined {
  const { domain, repository } = parseImageReference(reference) ?? {};
  return domain === undefined ? undefined : `${domain}/${repository!}`;
}

/**
 * Whether opm and operator-framework/api accept a reference: opm refuses a whole catalog because of a single reference that it does not accept. Their
 * library is a fork of docker's that supports neither IPv6 addresses nor uppercase hosts without a dot, and counts the domain toward the 255
 * characters.
 *
 * @see https://pkg.go.dev/go.podman.io/image/v5/docker/reference
 */
export function isImageReference(reference: string): boolean {
  const parsed = parseImageReference(reference);
  if (parsed === undefined) {
    return false;
  }
  const { domain, repository } = parsed;
  const name = `${domain ?? 'docker.io'}/${domain === undefined ? pathAtDockerHub(repository) : repository}`;
  return name.length <= MAX_NAME_LENGTH && (domain === undefined || domain === 'localhost' || /^[^[]*[.:]/.test(domain));
}

/** Whether the part before the first slash is a domain, not a part of the repository. */
function isDomain(first: string): boolean {
  return (first === 'localhost' || /[.:A-Z]/.test(first)) && DOMAIN.test(first);
}

/** Returns the path of a repository on Docker Hub, where official images are in `library`. */
export function pathAtDockerHub(repository: string): string {
  return repository.includes('/') ? repository : `library/${repository}`;
}
