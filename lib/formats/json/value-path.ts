import type { ValuePath } from './source-position';

const PLAIN_KEY = /^[A-Za-z_$][\w$-]*$/;

/** Formats a path for messages, such as `spec.versions[0].name` or `metadata.annotations["olm.skipRange"]`. */
export function formatPath(path: ValuePath): string {
  return path.map((step, index) => {
    if (typeof step === 'number') {
      return `[${step}]`;
    }
    return PLAIN_KEY.test(step) ? `${index === 0 ? '' : '.'}${step}` : `[${JSON.stringify(step)}]`;
  }).join('');
}
