import { defined } from '../../formats/json/defined';
import { refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import { parseDigest } from '../oci/descriptor';
import { type ImageReference, parseImageReference, pathAtDockerHub } from '../oci/image-reference';

/** A parsed image reference. */
export interface RegistryReference {
  /** Registry as written, with its port if it has one. */
  readonly registry: string;

  /** Host of the registry's API; differs only for docker.io. */
  readonly endpoint: string;

  /** Repository in the registry. */
  readonly repository: string;

  /** Tag; ignored if there is a digest. */
  readonly tag?: string;

  /** Digest. */
  readonly digest?: string;
}

/** Maximum number of characters of a reference in messages. */
const MAX_SHOWN = 4096;

const DOCKER_HUB = 'docker.io';
const DOCKER_HUB_ENDPOINT = 'registry-1.docker.io';

/**
 * Parses a reference such as `quay.io/org/bundle:v1.0.0` or `quay.io/org/bundle@sha256:…`. It must contain its registry and its tag or
 * digest: where a bundle comes from is not guessed.
 *
 * @throws BundleError if it is invalid
 */
export function parseReference(reference: string): RegistryReference {
  const parsed = parseImageReference(reference);
  const { domain, repository, tag, digest } = parsed ?? {};
  if (parsed === undefined || domain === undefined || !hasPort(domain) || (tag === undefined && digest === undefined)) {
    throw refusal(withoutSecrets(reference), BundleErrorCode.IMAGE, `not an image reference: ${faultOf(reference, parsed)}`);
  }
  const { registry, endpoint, path } = repositoryAt(domain, repository!);
  return { registry, endpoint, repository: path, ...defined({ tag, digest }) };
}

/** Returns a message with the part of a reference that is missing or invalid, and the remedy. */
function faultOf(reference: string, parsed: ImageReference | undefined): string {
  if (reference.length > MAX_SHOWN || reference.includes('://')) {
    return 'write it like quay.io/org/bundle:v1.0.0, without https://';
  }
  const [name = '', digest] = reference.split('@');
  if (parsed === undefined && digest !== undefined && parseDigest(digest) === undefined) {
    return '@ must be followed by a digest: sha256: and 64 lowercase hexadecimal digits';
  }
  const slash = name.indexOf('/');
  const domain = parseImageReference(`${name.slice(0, Math.max(slash, 0))}/x`)?.domain;
  if (domain === undefined || !hasPort(domain)) {
    return 'it must begin with the host of the registry, such as quay.io/ or docker.io/';
  }
  const path = name.slice(slash + 1).replace(/:.*$/s, '');
  if (parseImageReference(`${domain}/${path}`) === undefined) {
    return 'the repository must consist of lowercase letters and digits, separated by . _ - or /';
  }
  return 'it must end in a tag, such as :v1.0.0, or in a digest';
}

/** Returns a reference that is safe to print: the part before an @ in a URL may contain a password. */
function withoutSecrets(reference: string): string {
  return reference.slice(0, MAX_SHOWN).replace(/^([a-z]*:\/\/)?[^/]*@(?!sha)/i, '$1***@');
}

function hasPort(registry: string): boolean {
  const port = /:([0-9]+)$/.exec(registry)?.[1];
  return port === undefined || (Number(port) > 0 && Number(port) < 65_536);
}

/** Docker Hub's API has another host name. */
function repositoryAt(domain: string, repository: string): { registry: string; endpoint: string; path: string } {
  return domain === DOCKER_HUB || domain === 'index.docker.io'
    ? { registry: DOCKER_HUB, endpoint: DOCKER_HUB_ENDPOINT, path: pathAtDockerHub(repository) }
    : { registry: domain, endpoint: domain, path: repository };
}
