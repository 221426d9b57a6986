/**
 * The forms of names in Kubernetes. Each function says what is wrong with a name, in words that go on from "must", or nothing.
 *
 * @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/
 * @see https://github.com/kubernetes/apimachinery/tree/master/pkg/api/validate/content
 */

const LABEL = /^[a-z0-9](?:[-a-z0-9]*[a-z0-9])?$/;
const LABEL_1035 = /^[a-z](?:[-a-z0-9]*[a-z0-9])?$/;
const QUALIFIED = /^[A-Za-z0-9](?:[-A-Za-z0-9_.]*[A-Za-z0-9])?$/;

const LONGEST_LABEL = 63;
const LONGEST_SUBDOMAIN = 253;

/** What is wrong with the name of most objects: labels with dots between them, at most 253 characters. */
export function subdomainFaults(name: string): string[] {
  return [
    ...lengthFaults(name, LONGEST_SUBDOMAIN),
    ...(name.split('.').every((label) => LABEL.test(label))
      ? []
      : ['be lower case letters, digits, "-" and ".", with a letter or digit at both ends of each part']),
  ];
}

/** What is wrong with a name that may hold no dot, such as that of a namespace: at most 63 characters. */
export function labelFaults(name: string): string[] {
  return [
    ...lengthFaults(name, LONGEST_LABEL),
    ...(LABEL.test(name) ? [] : ['be lower case letters, digits and "-", with a letter or digit at both ends']),
  ];
}

/** What is wrong with a name that must begin with a letter, such as that of a version of an API: at most 63 characters. */
export function label1035Faults(name: string): string[] {
  return [
    ...lengthFaults(name, LONGEST_LABEL),
    ...(LABEL_1035.test(name) ? [] : ['be lower case letters, digits and "-", with a letter at the start and a letter or digit at the end']),
  ];
}

/** What is wrong with the key of a label, or the name of a finalizer: a name of at most 63 characters, behind a domain and a slash or not. */
export function qualifiedNameFaults(key: string): string[] {
  const parts = key.split('/');
  if (parts.length > 2) {
    return ['hold one slash at most, between a domain and a name'];
  }
  const name = parts.at(-1)!;
  const prefix = parts.length === 2 ? parts[0]! : undefined;
  return [
    ...(prefix === '' ? ['have a domain before the slash'] : []),
    ...(prefix === undefined || prefix === '' ? [] : subdomainFaults(prefix).map((fault) => `have a domain before the slash, which must ${fault}`)),
    ...(name === '' ? ['have a name'] : lengthFaults(name, LONGEST_LABEL)),
    ...(QUALIFIED.test(name) ? [] : ['be letters, digits, "-", "_" and ".", with a letter or digit at both ends']),
  ];
}

/** What is wrong with the value of a label: nothing at all, or at most 63 characters. */
export function labelValueFaults(value: string): string[] {
  return [
    ...lengthFaults(value, LONGEST_LABEL),
    ...(value === '' || QUALIFIED.test(value) ? [] : ['be letters, digits, "-", "_" and ".", with a letter or digit at both ends']),
  ];
}

/** Kubernetes counts bytes. */
function lengthFaults(name: string, longest: number): string[] {
  const bytes = Buffer.byteLength(name);
  return bytes > longest ? [`have at most ${longest} characters, got ${bytes}`] : [];
}
