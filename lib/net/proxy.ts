import { BlockList, isIP } from 'node:net';

/** What is wrong with the URL of a proxy. */
export type ProxyUrlProblem = 'not-a-url' | 'protocol' | 'encoding';

/** Environment variables that set proxies, by name. */
export interface ProxyEnvironment {
  readonly [name: string]: string | undefined;
}

/** Proxy that an environment variable sets. */
export interface EnvironmentProxy {
  /** URL of the proxy, which may contain a password. */
  readonly address: string;

  /** Name of the variable, for messages. */
  readonly variable: string;
}

/** Ports of URLs that have none. */
const DEFAULT_PORTS: { readonly [protocol: string]: string } = { 'http:': '80', 'https:': '443' };

/**
 * Returns what is wrong with the URL of a proxy, or undefined. Messages should not quote the URL, which may contain a password.
 *
 * @param protocols supported protocols, such as `http:`
 */
export function proxyUrlProblem(address: string, protocols: readonly string[]): ProxyUrlProblem | undefined {
  if (!URL.canParse(address)) {
    return 'not-a-url';
  }
  const { protocol, username, password } = new URL(address);
  if (!protocols.includes(protocol)) {
    return 'protocol';
  }
  return isEncoded(username) && isEncoded(password) ? undefined : 'encoding';
}

/**
 * Describes what is wrong with the URL of a proxy, without quoting it.
 *
 * @param protocols supported protocols, such as `http:`
 */
export function describeProxyProblem(address: string, problem: ProxyUrlProblem, protocols: readonly string[]): string {
  const what = problem === 'not-a-url' ? 'is not a URL'
    : problem === 'protocol' ? `uses ${new URL(address).protocol}//, which is not supported` : 'has a user or password that is not percent-encoded';
  return `${what}; use ${protocols.map((protocol) => `${protocol}//host:port`).join(' or ')}, with user and password percent-encoded`;
}

/** Returns the header that authenticates a request to a proxy with the user and password in its URL, or an empty object without them. */
export function proxyAuthorization({ username, password }: URL): { readonly [name: string]: string } {
  const pair = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  return pair === ':' ? {} : { 'Proxy-Authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/**
 * Returns the proxy that the environment sets for a URL, by the rules of Go, and so of kubectl: HTTPS_PROXY or HTTP_PROXY by the protocol of the URL,
 * in upper or lower case, except for this machine and the hosts in NO_PROXY.
 *
 * @returns undefined if the server is contacted directly
 * @see https://pkg.go.dev/golang.org/x/net/http/httpproxy
 */
export function environmentProxy(url: URL, environment: ProxyEnvironment): EnvironmentProxy | undefined {
  const variable = setVariable(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy', environment);
  const address = variable === undefined ? '' : environment[variable]!.trim();
  const excluded = environment[setVariable('no_proxy', environment) ?? ''] ?? '';
  if (address === '' || isLoopback(hostOf(url)) || excluded.split(',').some((entry) => matches(entry.trim().toLowerCase(), url))) {
    return undefined;
  }
  return { address: address.includes('://') ? address : `http://${address}`, variable: variable! };
}

/** Returns the name of a variable as it is set, in upper or lower case, or undefined if it is not set. */
function setVariable(name: string, environment: ProxyEnvironment): string | undefined {
  return [name.toUpperCase(), name].find((spelling) => (environment[spelling] ?? '') !== '');
}

/** Whether an entry of NO_PROXY is for a URL: `*`, a domain with its subdomains, only its subdomains (`.example.com`), an IP address or a range. */
function matches(entry: string, url: URL): boolean {
  if (entry === '*' || entry === '') {
    return entry === '*';
  }
  const host = hostOf(url);
  const range = /^(.+)\/(\d{1,3})$/.exec(entry);
  if (range !== null) {
    return isInRange(host, range[1]!, Number(range[2]));
  }
  const [, name = entry, port] = /^(\[.*\]|[^:]*)(?::(\d+))?$/.exec(entry) ?? [];
  if (port !== undefined && port !== (url.port === '' ? DEFAULT_PORTS[url.protocol] : url.port)) {
    return false;
  }
  const domain = withoutBrackets(name).replace(/^\*(?=\.)/, '');
  const family = isIP(domain);
  if (family !== 0) {
    return isInRange(host, domain, family === 4 ? 32 : 128);
  }
  return domain.startsWith('.') ? host.endsWith(domain) : domain !== '' && (host === domain || host.endsWith(`.${domain}`));
}

function isInRange(host: string, address: string, prefix: number): boolean {
  const family = isIP(address);
  if (family === 0 || prefix > (family === 4 ? 32 : 128) || isIP(host) !== family) {
    return false;
  }
  const type = family === 4 ? 'ipv4' : 'ipv6';
  const range = new BlockList();
  range.addSubnet(address, prefix, type);
  return range.check(host, type);
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);
}

function hostOf(url: URL): string {
  return withoutBrackets(url.hostname).toLowerCase().replace(/\.$/, '');
}

/** Returns a host without the brackets that URLs have around IPv6 addresses. */
export function withoutBrackets(host: string): string {
  return host.replace(/^\[|\]$/g, '');
}

function isEncoded(component: string): boolean {
  try {
    decodeURIComponent(component);
    return true;
  } catch {
    return false;
  }
}
