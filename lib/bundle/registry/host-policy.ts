import { isIP } from 'node:net';

import { BundleErrorCode } from '../../bundle-error';
import { refusal } from '../refusal';
import { KNOWN_HOSTS } from './known-hosts';

const PATTERN = /^(?:\*\.)?[A-Za-z0-9](?:[A-Za-z0-9.-]{0,252})(?::[0-9]{1,5})?$|^\[[0-9A-Fa-f:]+\](?::[0-9]{1,5})?$/;

/**
 * Which hosts may be reached for an image. A registry says where tokens and layers are to be had, and what it says may have been put
 * there by somebody else; so only hosts are reached that the user named, that belong to the registry, or that it is known to use.
 */
export class HostPolicy {
  readonly #registry: URL;
  readonly #allowed: readonly string[];

  /**
   * @param source the image as it was named, for messages
   * @param endpoint the host of the registry
   * @param plainHttp whether the registry is spoken to without encryption
   * @param allowed the further hosts that the user named
   * @throws BundleError when one of these is none
   */
  public constructor(
    private readonly source: string,
    endpoint: string,
    private readonly plainHttp: boolean,
    private readonly allowed: readonly string[],
  ) {
    const wrong = allowed.find((host) => !PATTERN.test(host));
    if (wrong !== undefined) {
      throw new Error(`allowedHosts must hold hosts such as cdn.example.com, cdn.example.com:8443 or *.example.com, got ${JSON.stringify(wrong)}`);
    }
    this.#registry = new URL(`${plainHttp ? 'http' : 'https'}://${endpoint}`);
    const { hostname } = this.#registry;
    const below = isIP(hostname) !== 0 || hostname.startsWith('[') ? [] : [`*.${hostname}`];
    this.#allowed = [...below, ...KNOWN_HOSTS.filter(([registry]) => matches(hostname, registry)).flatMap(([, hosts]) => hosts)];
  }

  /** The address of the registry. */
  public get registry(): URL {
    return this.#registry;
  }

  /** Whether an address is at the registry itself, so that it may be given credentials. */
  public isRegistry(url: URL): boolean {
    return url.origin === this.#registry.origin;
  }

  /**
   * Checks that an address may be reached.
   *
   * @param url the address
   * @param purpose what for, such as `for a token`
   * @throws BundleError when it must not
   */
  public check(url: URL, purpose: string): void {
    const named = this.isRegistry(url) || this.allowed.some((pattern) => matchesUrl(url, pattern));
    if (url.protocol !== 'https:' && !(url.protocol === 'http:' && this.plainHttp && named)) {
      throw this.#refused(`the registry sends us to ${hostOf(url)} ${purpose}, over ${url.protocol}//; only https:// is followed`);
    }
    if (url.username !== '' || url.password !== '') {
      throw this.#refused(`the registry sends us to ${hostOf(url)} ${purpose} with a user name in the address, which is not followed`);
    }
    if (!named && !this.#allowed.some((pattern) => matchesUrl(url, pattern))) {
      throw this.#refused(`the registry sends us to ${hostOf(url)} ${purpose}; if that is right, put this host into allowedHosts`);
    }
  }

  #refused(message: string): Error {
    return refusal(this.source, BundleErrorCode.HOST, message);
  }
}

/** The host of an address, as it may be shown: the rest of it may hold secrets. */
export function hostOf(url: URL): string {
  return url.host.slice(0, 260);
}

function matchesUrl(url: URL, pattern: string): boolean {
  const [, host = '', port = ''] = /^(.*?)(?::([0-9]+))?$/.exec(pattern) ?? [];
  const usual = url.protocol === 'https:' ? '443' : '80';
  return (url.port === '' ? usual : url.port) === (port === '' ? usual : port) && matches(url.hostname, host);
}

function matches(hostname: string, pattern: string): boolean {
  const wanted = pattern.toLowerCase();
  return wanted.startsWith('*.') ? hostname.endsWith(wanted.slice(1)) && hostname.length > wanted.length - 1 : hostname === wanted;
}
