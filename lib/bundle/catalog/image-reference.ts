/**
 * Which image references opm accepts: it refuses a whole catalog for one that it cannot read.
 *
 * @see https://pkg.go.dev/go.podman.io/image/v5/docker/reference
 */

const HOST_LABEL = '[a-zA-Z0-9](?:[a-zA-Z0-9-]*[a-zA-Z0-9])?';
const DOMAIN = new RegExp(`^${HOST_LABEL}(?:\\.${HOST_LABEL})*(?::\\d+)?$`);
const REPOSITORY_PART = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*';
const REPOSITORY = new RegExp(`^(${REPOSITORY_PART}(?:/${REPOSITORY_PART})*)(?::\\w[\\w.-]{0,127})?(?:@(.+))?$`);
const DIGEST = /^(?:sha256:[a-f0-9]{64}|sha384:[a-f0-9]{96}|sha512:[a-f0-9]{128})$/;
const IMAGE_ID = /^[a-f0-9]{64}$/;
const LONGEST_REPOSITORY = 255;

/** Whether a reference such as `quay.io/org/image:tag` or `image@sha256:…` is one that opm can read. */
export function isImageReference(reference: string): boolean {
  return !IMAGE_ID.test(reference) && (isRepository(reference) || isRepository(withoutDomain(reference)));
}

function isRepository(text: string): boolean {
  const match = REPOSITORY.exec(text);
  return match !== null && match[1]!.length <= LONGEST_REPOSITORY && (match[2] === undefined || DIGEST.test(match[2]));
}

/** The part before the first slash is a domain when a dot or colon says so; else it is the first part of the repository. */
function withoutDomain(reference: string): string {
  const slash = reference.indexOf('/');
  const first = reference.slice(0, Math.max(slash, 0));
  return /[.:]/.test(first) && DOMAIN.test(first) ? reference.slice(slash + 1) : reference;
}
