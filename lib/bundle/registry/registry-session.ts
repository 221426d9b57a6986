import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import * as tls from 'node:tls';
import { goText } from '../../formats/json/utf8-text';
import { proxyVariables } from '../../net/proxy-variables';
import { countedOptions, optionErrorOf } from '../files/read-options';
import { onDisk, refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import { findCredentials } from './credentials';
import type { IAbortSignal, RegistryClientOptions } from './fetch-options';
import { HostPolicy } from './host-policy';
import { HttpExchange, type HttpSettings } from './http-exchange';
import { Proxies } from './proxy';
import type { RegistryReference } from './reference';
import { RegistryClient } from './registry-client';
import type { RegistryAccess } from './token';
import { printableMessage } from '../../text/printable';

/** Connections to registries during one operation. */
export interface RegistrySession {
  /** Aborted when the operation is canceled, or takes too long. */
  readonly signal: AbortSignal;

  /**
   * Returns a client of a repository.
   *
   * @param source the image as specified, for messages
   */
  readonly client: (source: string, reference: RegistryReference) => RegistryClient;
}

const DEFAULTS = { idleTimeoutSeconds: 30, timeoutSeconds: 300 };
const DEFAULT_RETRIES = 4;

/** Names of the operations in messages. */
const OPERATIONS: { readonly [access in RegistryAccess]: string } = { pull: 'fetching', push: 'pushing' };

/**
 * Runs an operation that uses registries, within its timeout.
 *
 * @param source the image as specified, for messages
 * @param access whether images are pulled or pushed
 * @throws BundleError if it is canceled or takes too long, and what the operation throws
 */
export async function inRegistry<Result>(
  source: string, options: RegistryClientOptions, access: RegistryAccess, work: (session: RegistrySession) => Promise<Result>,
): Promise<Result> {
  const { idleTimeoutSeconds, timeoutSeconds } = countedOptions(DEFAULTS, options, optionErrorOf(source));
  const deadline = new Deadline(timeoutSeconds, options.signal);
  const { signal } = deadline;
  const canceled = (): Error => refusal(source, BundleErrorCode.ABORTED, `${OPERATIONS[access]} was canceled`);
  let exchange: HttpExchange | undefined;
  const throwIfCanceled = (): void => {
    signal.throwIfAborted();
    if (options.signal?.aborted === true) {
      throw canceled();
    }
  };
  try {
    const opened = new HttpExchange(httpSettings(source, options, idleTimeoutSeconds, signal));
    exchange = opened;
    const retry = { retries: retriesOf(options), pause: (milliseconds: number) => pause(milliseconds, undefined, { signal }) };
    return await work({
      signal,
      client: (image, reference) => new RegistryClient({
        source: image,
        reference,
        access,
        exchange: opened,
        throwIfCanceled,
        hosts: new HostPolicy(image, reference.endpoint, options.plainHttp ?? false, options.allowedHosts ?? []),
        retry,
        credentials: () => findCredentials(image, reference, options, signal),
      }),
    });
  } catch (error) {
    if (options.signal?.aborted === true) {
      throw canceled();
    }
    if (signal.aborted) {
      throw refusal(source, BundleErrorCode.ABORTED, `${OPERATIONS[access]} took longer than ${timeoutSeconds} s (option timeoutSeconds)`);
    }
    throw error;
  } finally {
    exchange?.close();
    deadline.clear();
  }
}

function httpSettings(source: string, { caFile, proxy }: RegistryClientOptions, idleSeconds: number, signal: AbortSignal): HttpSettings {
  return {
    idleMilliseconds: idleSeconds * 1000,
    signal,
    proxies: new Proxies(proxy, proxyVariables()),
    ...(caFile === undefined ? {} : { trusted: [...defaultCertificates(), certificatesIn(source, caFile)] }),
  };
}

/** Returns the certificates that Node.js trusts: from Node.js 22.15 on, also those of NODE_EXTRA_CA_CERTS. */
function defaultCertificates(): readonly string[] {
  const { getCACertificates } = tls as { readonly getCACertificates?: (type: 'default') => string[] };
  return getCACertificates?.('default') ?? tls.rootCertificates;
}

function certificatesIn(source: string, file: string): string {
  const pem = goText(onDisk(source, () => readFileSync(file), file));
  if (!pem.includes('-----BEGIN CERTIFICATE-----')) {
    throw refusal(source, BundleErrorCode.REGISTRY, 'the file contains no PEM certificate (option caFile)', file);
  }
  return pem;
}

function retriesOf({ retries = DEFAULT_RETRIES }: RegistryClientOptions): number {
  if (!Number.isSafeInteger(retries) || retries < 0) {
    throw new Error(printableMessage(`retries must be a non-negative integer, got ${String(retries)}`));
  }
  return retries;
}

/** Maximum delay of a timer, in milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/** Aborts an operation on timeout or when the user cancels it. */
class Deadline {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #abort = (): void => this.#controller.abort();
  readonly #outer: AbortSignal | undefined;

  /**
   * @param seconds timeout
   * @param outer the user's abort signal
   */
  public constructor(seconds: number, outer: IAbortSignal | undefined) {
    // AbortSignal.any and AbortSignal.timeout would be shorter, but Node.js 20 may garbage-collect their signals too early.
    this.#timer = setTimeout(this.#abort, Math.min(seconds * 1000, MAX_DELAY));
    this.#outer = outer instanceof AbortSignal ? outer : undefined;
    this.#outer?.addEventListener('abort', this.#abort);
    if (outer?.aborted === true) {
      this.#abort();
    }
  }

  /** Signal to pass to everything that must be aborted. */
  public get signal(): AbortSignal {
    return this.#controller.signal;
  }

  /** Stops the timer once the operation has ended. */
  public clear(): void {
    clearTimeout(this.#timer);
    this.#outer?.removeEventListener('abort', this.#abort);
  }
}
