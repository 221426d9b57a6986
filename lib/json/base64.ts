const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const LINE_ENDS = /[\r\n]/g;

/** Base64 as Go reads it into bytes: line ends do not count. Undefined when it is none. */
export function base64Text(text: string): string | undefined {
  const joined = LINE_ENDS.test(text) ? text.replace(LINE_ENDS, '') : text;
  LINE_ENDS.lastIndex = 0;
  return BASE64.test(joined) ? joined : undefined;
}

/** Whether Go reads a list into bytes; null is a byte of zero. */
export function isByteList(list: readonly unknown[]): list is (number | null)[] {
  return list.every((byte) => byte === null || (typeof byte === 'number' && Number.isInteger(byte) && byte >= 0 && byte <= 255));
}
