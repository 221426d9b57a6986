import { isIPv6 } from 'node:net';

/** The parts of a URL that rules ask for. */
export interface WebAddress {
  /** In lower case; empty where there is none. */
  readonly scheme: string;

  /** With its port; empty where there is none. */
  readonly host: string;

  /** Whether there is a user's name, or an empty one, before the host. */
  readonly hasUser: boolean;

  /** What stands behind the question mark. */
  readonly query: string;

  /** What stands behind the hash. */
  readonly fragment: string;
}

/**
 * Reads an absolute URL, or a path that begins with a slash; undefined when it is neither.
 *
 * It accepts what Go accepts, which upstream's validator asks: that is more than the WHATWG URL of Node.js does, and sometimes less.
 *
 * @see https://pkg.go.dev/net/url#ParseRequestURI
 */
export function parseRequestUri(text: string): WebAddress | undefined {
  return text === '' ? undefined : parse(text, '', true);
}

/**
 * Reads a URL, relative or not; undefined when Go could not.
 *
 * @see https://pkg.go.dev/net/url#Parse
 */
export function parseUrl(text: string): WebAddress | undefined {
  const [before, fragment] = cut(text, '#');
  return isEscaped(fragment) ? parse(before, fragment, false) : undefined;
}

const CONTROL = /[\0-\x1f\x7f]/;
const SCHEME = /^([A-Za-z][A-Za-z0-9+.-]*):/;

function parse(text: string, fragment: string, viaRequest: boolean): WebAddress | undefined {
  const empty = { scheme: '', host: '', hasUser: false, query: '', fragment };
  if (CONTROL.test(text) || text.startsWith(':')) {
    return undefined;
  }
  if (text === '*') {
    return empty;
  }
  const scheme = SCHEME.exec(text)?.[1] ?? '';
  const [rest, query] = cut(scheme === '' ? text : text.slice(scheme.length + 1), '?');
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
  const sound = (at < 0 || isUserInfo(authority.slice(0, at))) && isHost(address.scheme, host) && isEscaped(path);
  return sound ? { ...address, host, hasUser: at >= 0 } : undefined;
}

/** What stands before and behind the first separator. */
function cut(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

/** Whether every percent sign is followed by two hexadecimal digits. */
function isEscaped(text: string): boolean {
  return !/%(?![0-9A-Fa-f]{2})/.test(text);
}

function isUserInfo(text: string): boolean {
  return /^[A-Za-z0-9\-._:~!$&'()*+,;=%@]*$/.test(text) && isEscaped(text);
}

function isHost(scheme: string, host: string): boolean {
  const bracket = host.lastIndexOf('[');
  if (bracket === 0) {
    const end = host.lastIndexOf(']');
    return end > 0 && isPort(host.slice(end + 1)) && isIPv6(withoutEscapes(host.slice(1, end)));
  }
  const colon = scheme === 'http' || scheme === 'https' ? host.indexOf(':') : host.lastIndexOf(':');
  return bracket < 0 && (colon < 0 || isPort(host.slice(colon))) && isHostText(host);
}

function isPort(text: string): boolean {
  return /^(?::\d*)?$/.test(text);
}

/** In a host only bytes beyond ASCII may be written with a percent sign, and the percent sign itself. */
function isHostText(text: string): boolean {
  return isEscaped(text) && !/%(?!25)[0-7]/.test(text) && !/[\0-\x20#/?@\\^`{|}\x7f]/.test(text);
}

function withoutEscapes(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
