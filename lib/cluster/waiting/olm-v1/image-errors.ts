import { CauseName } from '../causes/known-causes';

/** Text that the image library of OLM v1 includes in its errors for any registry. */
const ERROR_OF_PULL = /pinging container registry|initializing source|reading manifest|error creating image source|error getting manifest|error copying image|error reading image|error reading layer|fetching blob|reading blob/;

/** Causes by the errors of registries and of the network. The first match wins. */
const CAUSES: readonly (readonly [RegExp, CauseName])[] = [
  [/unauthorized|authentication required|denied|invalid username\/password|40[13] /i, 'image-unauthorized'],
  [/x509|certificate|tls: |HTTP response to HTTPS client/i, 'registry-untrusted'],
  [/no such host|connection refused|connection reset|no route to host|timeout|deadline exceeded|too ?many ?requests|server misbehaving|: EOF|50\d /i, 'registry-unreachable'],
  [/manifest unknown|name unknown|repository .*not found|not found|404/i, 'image-not-found'],
];

/** Returns why OLM v1 cannot pull an image, given the message of a condition, or undefined if the message is about something else. */
export function imageCause(message: string): CauseName | undefined {
  if (/error parsing image reference/.test(message)) {
    return 'image-reference-invalid';
  }
  return ERROR_OF_PULL.test(message) ? CAUSES.find(([pattern]) => pattern.test(message))?.[1] : undefined;
}
