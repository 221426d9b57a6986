import { isIPv6 } from 'node:net';

/** Parts of a URL that rules check. */
export interface WebAddress {
  /** Scheme in lower case, or an empty string. */
  readonly scheme: string;

  /** Host with its port, or an empty string. */
  readonly host: string;

  /** Whether there is a user name, possibly empty, before the host. */
  readonly hasUser: boolean;

  /** Query, after the question mark. */
  readonly query: string;

  /** Fragment, after the hash. */
  readonly fragment: string;
}

/**
 * Parses an absolute URL, or a path that starts with a slash. Returns undefined if the string is neither.
 *
 * Like upstream's validator, it accepts what Go accepts: usually more than the WHATWG URL of Node.js, sometimes less.
 *
 * @see https://pkg.go.dev/net/url#ParseRequestURI
 */
export function parseRequestUri(url: string): WebAddress | undefined {
  return url === '' ? undefined : parse(url, '', true);
}

/**
 * Parses an absolute or relative URL. Returns undefined if Go cannot parse it.
 *
 * @see https://pkg.go.dev/net/url#Parse
 */
export function parseUrl(url: string): WebAddress | undefined {
  const [before, fragment] = cut(url, '#');
  return isEscaped(fragment) ? parse(before, fragment, false) : undefined;
}

const CONTROL = /[\0-\x1f\x7f]/;
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;

function parse(url: string, fragment: string, viaRequest: boolean): WebAddress | undefined {
  const empty = { scheme: '', host: '', hasUser: false, query: '', fragment };
  if (CONTROL.test(url) || url.startsWith(':')) {
    return undefined;
  }
  if (url === '*') {
    return empty;
  }
  const scheme = SCHEME.exec(url)?.[1] ?? '';
  const [rest, query] = cut(scheme === '' ? url : url.slice(scheme.length + 1), '?');
  const address = { ...empty, scheme: scheme.toLowerCase(), query };
  if (!rest.startsWith('/')) {
    if (scheme !== '') {
      return address;
    }
    return viaRequest || cut(rest, '/')[0].includes(':') || !isEscaped(rest) ? undefined : address;
  }
  const hasAuthority = rest.startsWith('//') && (scheme !== '' || (!viaRequest && !rest.startsWith('///')));
  if (!hasAuthority) {
    return isEscaped(rest) ? address : undefined;
  }
  const authority = cut(rest.slice(2), '/')[0];
  const path = rest.slice(2 + authority.length);
  const at = authority.lastIndexOf('@');
  const host = authority.slice(at + 1);
  const isValid = (at < 0 || isUserInfo(authority.slice(0, at))) && isHost(address.scheme, host) && isEscaped(path);
  return isValid ? { ...address, host, hasUser: at >= 0 } : undefined;
}

/** Splits a string at the first separator. */
function cut(value: string, separator: string): [string, string] {
  const at = value.indexOf(separator);
  return at < 0 ? [value, ''] : [value.slice(0, at), value.slice(at + 1)];
}

/** Whether every percent sign is followed by two hexadecimal digits. */
function isEscaped(value: string): boolean {
  return !/%(?![0-9A-Fa-f]{2})/.test(value);
}

function isUserInfo(value: string): boolean {
  return /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(value) && isEscaped(value);
}

function isHost(scheme: string, host: string): boolean {
  const bracket = host.lastIndexOf('[');
  if (bracket === 0) {
    const end = host.lastIndexOf(']');
    return end > 0 && isPort(host.slice(end + 1)) && isIPv6(withoutEscapes(host.slice(1, end)));
  }
  const colon = scheme === 'http' || scheme === 'https' ? host.indexOf(':') : host.lastIndexOf(':');
  return bracket < 0 && (colon < 0 || isPort(host.slice(colon))) && isHostName(host);
}

function isPort(value: string): boolean {
  return /^(?::\d*)?$/.test(value);
}

/** Whether a host is valid. Only non-ASCII bytes and the percent sign itself may be percent-encoded in it. */
function isHostName(value: string): boolean {
  return isEscaped(value) && !/%(?!25)[0-7]/.test(value) && !/[\0-\x20#/?@\\^`{|}\x7f]/.test(value);
}

function withoutEscapes(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}
