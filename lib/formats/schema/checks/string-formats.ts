import { isIPv4, isIPv6 } from 'node:net';
import { isBase64 } from '../../json/base64';
import { labelErrors, subdomainErrors } from './kubernetes-names';
import { parseRequestUri } from './web-address';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const TIME = /^(\d{2}):(\d{2}):(\d{2})(?:.\d+)?(?:z|[+-]\d{2}:\d{2})$/;
const UUID = /^[0-9a-f]{8}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{4}-?[0-9a-f]{12}$/i;

/**
 * Formats of strings that the API server checks, by name without dashes. Formats that no CRD of OLM and few others use (such as `isbn` and
 * `creditcard`) are left to the API server.
 *
 * @see https://github.com/kubernetes/kube-openapi/tree/master/pkg/validation/strfmt
 */
const FORMATS: ReadonlyMap<string, (value: string) => boolean> = new Map([
  ['byte', (value: string) => value !== '' && isBase64(value)],
  ['cidr', isCidr],
  ['date', isDate],
  ['datetime', isDateTime],
  ['ipv4', isIPv4],
  ['ipv6', isIPv6],
  ['k8slongname', (value: string) => subdomainErrors(value).length === 0],
  ['k8sshortname', (value: string) => labelErrors(value).length === 0],
  ['uri', (value: string) => parseRequestUri(value) !== undefined],
  ['uuid', (value: string) => UUID.test(value)],
]);

/** Whether a string has a format. The API server ignores unknown formats. */
export function hasFormat(format: string, value: string): boolean {
  return FORMATS.get(format.replaceAll('-', ''))?.(value) ?? true;
}

/** Whether a string is a date and a time with a time zone, as the API server parses them. */
function isDateTime(value: string): boolean {
  const [date, time, ...rest] = value.toLowerCase().split('t');
  const parts = TIME.exec(time ?? '');
  return rest.length === 0 && isDate(date!) && parts !== null && parts[1]! <= '23' && parts[2]! <= '59' && parts[3]! <= '59';
}

function isDate(value: string): boolean {
  const [, year, month, day] = (DATE.exec(value) ?? []).map(Number);
  return year !== undefined && month! >= 1 && month! <= 12 && day! >= 1 && day! <= daysIn(year, month!);
}

function daysIn(year: number, month: number): number {
  const isLeapYear = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return month === 2 ? (isLeapYear ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

function isCidr(value: string): boolean {
  const [address, length, ...rest] = value.split('/');
  const bits = isIPv4(address!) ? 32 : isIPv6(address!) ? 128 : -1;
  return rest.length === 0 && /^\d{1,3}$/.test(length ?? '') && Number(length) <= bits;
}
