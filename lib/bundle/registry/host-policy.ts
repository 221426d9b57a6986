import { isIP } from 'node:net';

import { BundleErrorCode } from '../model/bundle-problem';
import { refusal } from '../files/refusal';
import { printableMessage } from '../../text/printable';

const PATTERN = /^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})(?::[0-9]{1,5})?$|^\[[0-9A-Fa-f:]+\](?::[0-9]{1,5})?$/;

/**
 * Hosts that public registries are known to redirect to, for tokens and layers. For a registry that is not listed, or that has
 * changed since, the error names the host and the option that allows it.
 */
const KNOWN_HOSTS: readonly (readonly [registry: string, hosts: readonly string[]])[] = [
  ['registry-1.docker.io', ['auth.docker.io', 'production.cloudflare.docker.com', '*.r2.cloudflarestorage.com']],
  ['quay.io', ['quayio-production-s3.s3.amazonaws.com']],
  ['ghcr.io', ['pkg-containers.githubusercontent.com']],
  ['gcr.io', ['storage.googleapis.com']],
  ['*.gcr.io', ['storage.googleapis.com']],
  ['*.pkg.dev', ['storage.googleapis.com']],
  ['registry.k8s.io', ['*.pkg.dev', '*.amazonaws.com', 'storage.googleapis.com']],
  ['public.ecr.aws', ['*.cloudfront.net']],
  ['*.amazonaws.com', ['*.amazonaws.com']],
  ['*.azurecr.io', ['*.blob.core.windows.net']],
  ['mcr.microsoft.com', ['*.data.mcr.microsoft.com']],
  ['registry.gitlab.com', ['gitlab.com', 'cdn.registry.gitlab-static.net', 'storage.googleapis.com']],
  ['registry.redhat.io', ['sso.redhat.com', 'registry.connect.redhat.com', '*.quay.io']],
  ['registry.connect.redhat.com', ['sso.redhat.com', 'registry.redhat.io', '*.quay.io']],
  ['registry.access.redhat.com', ['sso.redhat.com', '*.quay.io']],
];

/**
 * Hosts that may be contacted for an image. A registry redirects to other hosts for tokens and layers, and a redirect may be malicious, so the only
 * hosts contacted are those that the user allowed, those that belong to the registry, and those that it is known to use.
 */
export class HostPolicy {
  readonly #registry: URL;
  readonly #allowed: readonly string[];

  /**
   * @param source the image as specified, for messages
   * @param endpoint host of the registry
   * @param plainHttp whether the registry is contacted without encryption
   * @param allowed further hosts that the user allowed
   * @throws Error if one of the allowed hosts is invalid
   */
  public constructor(
    private readonly source: string,
    endpoint: string,
    private readonly plainHttp: boolean,
    private readonly allowed: readonly string[],
  ) {
    const wrong = allowed.find((host) => !PATTERN.test(host));
    if (wrong !== undefined) {
      throw new Error(printableMessage(`allowedHosts must contain hosts such as cdn.example.com, cdn.example.com:8443 or *.example.com, got ${JSON.stringify(wrong)}`));
    }
    this.#registry = new URL(`${plainHttp ? 'http' : 'https'}://${endpoint}`);
    const { hostname } = this.#registry;
    const below = isIP(hostname) !== 0 || hostname.startsWith('[') ? [] : [`*.${hostname}`];
    this.#allowed = [...below, ...KNOWN_HOSTS.filter(([registry]) => matches(hostname, registry)).flatMap(([, hosts]) => hosts)];
  }

  /** URL of the registry. */
  public get registry(): URL {
    return this.#registry;
  }

  /** Whether a URL points to the registry itself, so that it may receive credentials. */
  public isRegistry(url: URL): boolean {
    return url.origin === this.#registry.origin;
  }

  /** Whether the host of a URL is that of the registry, or one that is known or allowed. */
  public isAllowed(url: URL): boolean {
    return this.isRegistry(url) || [...this.allowed, ...this.#allowed].some((pattern) => matchesUrl(url, pattern));
  }

  /**
   * Checks that a URL may be contacted.
   *
   * @param url URL to contact
   * @param purpose purpose of the request in messages, such as `for a token`
   * @throws BundleError if the host is not allowed
   */
  public check(url: URL, purpose: string): void {
    const named = this.isRegistry(url) || this.allowed.some((pattern) => matchesUrl(url, pattern));
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && this.plainHttp && named)) {
      throw this.#refused(`the registry redirects to ${hostOf(url)} ${purpose} over ${url.protocol}//; only https:// is allowed`);
    }
    if (url.username !== '' || url.password !== '') {
      throw this.#refused(`the registry redirects to ${hostOf(url)} ${purpose} with a user name in the URL, which is not allowed`);
    }
    if (!named && !this.#allowed.some((pattern) => matchesUrl(url, pattern))) {
      throw this.#refused(`the registry redirects to ${hostOf(url)} ${purpose}; if that is expected, add the host to allowedHosts`);
    }
  }

  #refused(message: string): Error {
    return refusal(this.source, BundleErrorCode.HOST, message);
  }
}

/** Returns the host of a URL, which is safe to print: the rest may contain secrets. */
export function hostOf(url: URL): string {
  return url.host.slice(0, 260);
}

function matchesUrl(url: URL, pattern: string): boolean {
  const [, host = '', port = ''] = /^(.*?)(?::([0-9]+))?$/.exec(pattern) ?? [];
  const defaultPort = url.protocol === 'https:' ? '443' : '80';
  return (url.port === '' ? defaultPort : url.port) === (port === '' ? defaultPort : port) && matches(url.hostname, host);
}

function matches(hostname: string, pattern: string): boolean {
  const lower = pattern.toLowerCase();
  return lower.startsWith('*.') ? hostname.endsWith(lower.slice(1)) && hostname.length > lower.length - 1 : hostname === lower;
}
