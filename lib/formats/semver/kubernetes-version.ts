const RELEASE = /^v?\d+\.\d+(\.\d+)?([-+].*)?$/;

/** Whether a text is a release of Kubernetes, such as `1.33`, `1.33.2` or `v1.33.2-gke.100`. */
export function isKubernetesRelease(text: string): boolean {
  return RELEASE.test(text);
}

/**
 * Whether a version of Kubernetes is earlier than another one. One without a patch number may be any patch release. False if one of them is missing
 * or not a version.
 */
export function isEarlierKubernetes(version: string | undefined, other: string | undefined): boolean {
  const [own, required] = [numbersOf(version), numbersOf(other)];
  if (own === undefined || required === undefined) {
    return false;
  }
  const difference = own.map((number, index) => number - required[index]!).find((number) => number !== 0) ?? 0;
  return difference < 0;
}

/** Returns major, minor and patch of a version of Kubernetes. */
function numbersOf(version = ''): number[] | undefined {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}

const KUBE_VERSION = /^v([1-9]\d*)(?:(alpha|beta)([1-9]\d*))?$/;

const STAGES = ['alpha', 'beta', undefined];

/**
 * Compares API versions as Kubernetes does, the least mature first: v1alpha1, v1beta1, v1beta2, v1, v2. Other names come first, in reverse
 * alphabetical order.
 *
 * @see https://kubernetes.io/docs/tasks/extend-kubernetes/custom-resources/custom-resource-definition-versioning/#version-priority
 */
export function compareKubeVersions(left: string, right: string): number {
  const [a, b] = [KUBE_VERSION.exec(left), KUBE_VERSION.exec(right)];
  if (a === null || b === null) {
    return a === b ? compareStrings(right, left) : a === null ? -1 : 1;
  }
  return STAGES.indexOf(a[2]) - STAGES.indexOf(b[2]) || compareNumbers(a[1]!, b[1]!) || compareNumbers(a[3] ?? '', b[3] ?? '');
}

/** Compares numbers of any length without leading zeros. */
function compareNumbers(left: string, right: string): number {
  return left.length - right.length || compareStrings(left, right);
}

function compareStrings(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
