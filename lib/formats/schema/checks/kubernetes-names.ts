/**
 * Formats of names in Kubernetes. Each function returns the requirements that a name does not meet, as phrases that follow "must".
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 * @see https://github.com/kubernetes/apimachinery/tree/master/pkg/api/validate/content
 */

const LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const LABEL_1035 = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const QUALIFIED = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

const MAX_LABEL_LENGTH = 63;
const MAX_SUBDOMAIN_LENGTH = 253;

/** Checks the name of most objects: labels separated by dots, at most 253 characters. */
export function subdomainErrors(name: string): string[] {
  return [
    ...lengthErrors(name, MAX_SUBDOMAIN_LENGTH),
    ...(name.split('.').every((label) => LABEL.test(label))
      ? []
      : ['consist of lowercase letters, digits, "-" and ".", and each part must start and end with a letter or digit']),
  ];
}

/** Checks a name without dots, such as that of a namespace: at most 63 characters. */
export function labelErrors(name: string): string[] {
  return [
    ...lengthErrors(name, MAX_LABEL_LENGTH),
    ...(LABEL.test(name) ? [] : ['consist of lowercase letters, digits and "-", and start and end with a letter or digit']),
  ];
}

/** Checks a name that must start with a letter, such as that of an API version: at most 63 characters. */
export function label1035Errors(name: string): string[] {
  return [
    ...lengthErrors(name, MAX_LABEL_LENGTH),
    ...(LABEL_1035.test(name) ? [] : ['consist of lowercase letters, digits and "-", start with a letter, and end with a letter or digit']),
  ];
}

/** Checks the key of a label or the name of a finalizer: at most 63 characters, with an optional domain and slash before it. */
export function qualifiedNameErrors(key: string): string[] {
  const parts = key.split('/');
  if (parts.length > 2) {
    return ['contain at most one slash, between a domain and a name'];
  }
  const name = parts.at(-1)!;
  const prefix = parts.length === 2 ? parts[0]! : undefined;
  return [
    ...(prefix === '' ? ['have a domain before the slash'] : []),
    ...(prefix === undefined || prefix === '' ? [] : subdomainErrors(prefix).map((requirement) => `have a valid domain before the slash, which must ${requirement}`)),
    ...(name === '' ? ['have a name'] : lengthErrors(name, MAX_LABEL_LENGTH)),
    ...(QUALIFIED.test(name) ? [] : ['consist of letters, digits, "-", "_" and ".", and start and end with a letter or digit']),
  ];
}

/** Checks the value of a label: empty, or at most 63 characters. */
export function labelValueErrors(value: string): string[] {
  return [
    ...lengthErrors(value, MAX_LABEL_LENGTH),
    ...(value === '' || QUALIFIED.test(value) ? [] : ['consist of letters, digits, "-", "_" and ".", and start and end with a letter or digit']),
  ];
}

/** Kubernetes counts bytes. */
function lengthErrors(name: string, maxLength: number): string[] {
  const bytes = Buffer.byteLength(name);
  return bytes > maxLength ? [`have at most ${maxLength} characters, got ${bytes}`] : [];
}

/** Maximum length of the name of a Service. */
export const LONGEST_SERVICE_NAME = 63;

/**
 * Whether a name is valid for a Service: an RFC 1035 label, stricter than other names. Every catalog has a Service with the same name.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#rfc-1035-label-names
 */
export function isServiceName(name: string): boolean {
  return name.length <= LONGEST_SERVICE_NAME && /^[a-z](?:[a-z0-9-]*[a-z0-9])?$/.test(name);
}
