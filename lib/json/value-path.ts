import type { ValuePath } from '../source-position';

const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;

/** A path as people write it, such as `spec.versions[0].name` or `metadata.annotations["olm.skipRange"]`. */
export function pathText(path: ValuePath): string {
  return path.map((step, index) => {
    if (typeof step === 'number') {
      return `[${step}]`;
    }
    return PLAIN_KEY.test(step) ? `${index === 0 ? '' : '.'}${step}` : `[${JSON.stringify(step)}]`;
  }).join('');
}
