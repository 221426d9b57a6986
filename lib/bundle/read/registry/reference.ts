import { BundleErrorCode } from '../../bundle-error';
import { parseDigest } from '../oci/digest';
import { refusal } from '../refusal';

/** An image in a registry, taken apart. */
export interface ImageReference {
  /** The registry as it was named, with its port where it has one. */
  readonly registry: string;

  /** Where the registry is reached; another host only for docker.io. */
  readonly endpoint: string;

  /** The repository in the registry. */
  readonly repository: string;

  /** The tag; not looked at where there is a digest. */
  readonly tag?: string;

  /** The digest. */
  readonly digest?: string;
}

const HOST = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62})*|\[[0-9A-Fa-f:]+\])(?::[0-9]{1,5})?$/;
const REPOSITORY_PART = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*$/;
const TAG = /^\w[\w.-]{0,127}$/;
const LONGEST = 4096;
const LONGEST_REPOSITORY = 255;

const DOCKER_HUB = 'docker.io';
const DOCKER_HUB_ENDPOINT = 'registry-1.docker.io';

/**
 * Takes a reference such as `quay.io/org/bundle:v1.0.0` or `quay.io/org/bundle@sha256:…` apart. It must name its registry and its tag or
 * digest: nothing is guessed about where a bundle comes from.
 *
 * @throws BundleError when it is no reference
 */
export function parseReference(text: string): ImageReference {
  const fail = (what: string): Error => refusal(withoutSecrets(text), BundleErrorCode.IMAGE, `this is no reference of an image: ${what}`);
  if (text.length > LONGEST || text.includes('://')) {
    throw fail('it must be written like quay.io/org/bundle:v1.0.0, without https:// before it');
  }
  const at = text.indexOf('@');
  const [name, digest] = at < 0 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
  if (digest !== undefined && parseDigest(digest) === undefined) {
    throw fail('what follows @ must be a digest, sha256: and 64 hexadecimal digits in lower case');
  }
  const slash = name.indexOf('/');
  const registry = name.slice(0, Math.max(slash, 0));
  if (!HOST.test(registry) || !(/[.:]/.test(registry) || registry === 'localhost') || !hasPort(registry)) {
    throw fail('it must begin with the host of the registry, such as quay.io/ or docker.io/');
  }
  const colon = name.indexOf(':', slash);
  const tag = colon < 0 ? undefined : name.slice(colon + 1);
  const path = name.slice(slash + 1, colon < 0 ? undefined : colon);
  if (!path.split('/').every((part) => REPOSITORY_PART.test(part)) || path.length > LONGEST_REPOSITORY) {
    throw fail('its repository must be lower-case letters and digits, with . _ - between them, and / between its parts');
  }
  if (tag === undefined ? digest === undefined : !TAG.test(tag)) {
    throw fail('it must end in a tag, such as :v1.0.0, or in a digest');
  }
  return { ...placeOf(registry, path), ...(tag === undefined ? {} : { tag }), ...(digest === undefined ? {} : { digest }) };
}

/** A reference as it may be shown: what stands before an @ of an address may be a password. */
function withoutSecrets(text: string): string {
  return text.slice(0, LONGEST).replace(/^([a-z]*:\/\/)?[^/]*@(?!sha)/i, '$1***@');
}

function hasPort(registry: string): boolean {
  const port = /:([0-9]+)$/.exec(registry)?.[1];
  return port === undefined || (Number(port) > 0 && Number(port) < 65_536);
}

/** Images of Docker Hub that belong to nobody are in a repository of their own, and its registry is not at its name. */
function placeOf(registry: string, path: string): { registry: string; endpoint: string; repository: string } {
  if (registry !== DOCKER_HUB && registry !== 'index.docker.io') {
    return { registry, endpoint: registry, repository: path };
  }
  return { registry: DOCKER_HUB, endpoint: DOCKER_HUB_ENDPOINT, repository: path.includes('/') ? path : `library/${path}` };
}
