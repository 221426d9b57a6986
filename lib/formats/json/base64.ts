const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const LINE_BREAKS = /[\r\n]/g;

/** Whether a string is padded base64 without line breaks. The empty string is. */
export function isBase64(value: string): boolean {
  return BASE64.test(value);
}

/** Returns base64 without its line breaks, which Go ignores, or undefined if the string is not base64. */
export function normalizedBase64(value: string): string | undefined {
  const joined = LINE_BREAKS.test(value) ? value.replace(LINE_BREAKS, '') : value;
  LINE_BREAKS.lastIndex = 0;
  return isBase64(joined) ? joined : undefined;
}

/** Whether Go decodes a list into bytes; null is a zero byte. */
export function isByteList(list: readonly unknown[]): list is (number | null)[] {
  return list.every((byte) => byte === null || (typeof byte === 'number' && Number.isInteger(byte) && byte >= 0 && byte <= 255));
}
