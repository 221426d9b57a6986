/**
 * Whether a version of Kubernetes is earlier than another one. One without a patch number may be any patch release. False if one of them is missing
 * or not a version.
 */
export function isEarlierKubernetes(version: string | undefined, other: string | undefined): boolean {
  const [own, required] = [numbersOf(version), numbersOf(other)];
  if (own === undefined || required === undefined) {
    return false;
  }
  const difference = own.map((number, index) => number - required[index]!).find(number => number !== 0) ?? 0;
  return difference < 0;
}

/** Returns major, minor and patch of a version of Kubernetes. */
function numbersOf(version = ''): number[] | undefined {
  const [, major, minor, patch] = /^v?(\d+)\.(\d+)(?:\.(\d+))?/.exec(version) ?? [];
  return major === undefined ? undefined : [Number(major), Number(minor), Number(patch)];
}
