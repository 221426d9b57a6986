import { isObjectLiteral } from '../json/json-value';
import { isOutputText, outputText } from './found-value';

/** How to write a string with an output. */
export const OUTPUT_TEXT_REMEDY = 'use pulumi.interpolate`…` instead of `…${output}…`, or create the value in `output.apply(…)`';

/** Returns the path of the first string in a value that an output or a promise was made into, such as `spec.config.env[0].value`, or undefined. */
export function outputTextIn(value: unknown, path = ''): string | undefined {
  if (isOutputText(value)) {
    return path;
  }
  const items: readonly (readonly [string, unknown])[] = Array.isArray(value) ? value.map((item, index) => [`${path}[${index}]`, item] as const)
    : isObjectLiteral(value) ? Object.entries(value).map(([key, item]) => (
      outputText(key) === undefined ? [`${path}${path === '' ? '' : '.'}${key}`, item] as const : [`a key of ${path}`, key] as const
    )) : [];
  for (const [at, item] of items) {
    const found = outputTextIn(item, at);
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}
