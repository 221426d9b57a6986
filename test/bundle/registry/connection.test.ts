import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Bundle } from '../../../lib/bundle/bundle';
import type { BundleFetchOptions } from '../../../lib/bundle/registry/fetch-options';
import { selfSigned } from './certificate';
import { LoopbackProxy } from './loopback-proxy';
import { LoopbackRegistry } from './loopback-registry';
import { temporaryFolder } from './temporary-folder';

const folder = temporaryFolder();
const identity = selfSigned();
let registry: LoopbackRegistry;

async function serve(encrypted: boolean): Promise<void> {
  registry = await LoopbackRegistry.start(encrypted ? identity : undefined);
  registry.push('v1');
}

afterEach(() => registry.close());

function caFile(content = identity.cert): string {
  const file = join(folder(), 'ca.pem');
  writeFileSync(file, content);
  return file;
}

function fetch(options: BundleFetchOptions): Promise<Bundle> {
  return Bundle.fetch(`${registry.host}/org/demo:v1`, { anonymous: true, cache: false, retries: 0, ...options });
}

describe('a registry with its own certificate authority', () => {
  beforeEach(() => serve(true));

  it('is accessible if the user trusts it', async () => {
    expect((await fetch({ caFile: caFile() })).name).toBe('demo.v1.2.3');
  });

  it('is not accessible otherwise', async () => {
    await expect(fetch({})).rejects.toThrow(/cannot be reached: its certificate is not trusted \([A-Z_]+\); set caFile to the certificate of its authority$/);
    await expect(fetch({ caFile: caFile(selfSigned().cert) })).rejects.toThrow('its certificate is not trusted');
    expect(registry.received).toEqual([]);
  });

  it.each<[string, () => string, string]>([
    ['is missing', () => join(folder(), 'missing.pem'), 'missing.pem: file or folder not found; check the path'],
    ['contains no certificate', () => caFile('hello'), 'ca.pem: the file contains no PEM certificate (option caFile)'],
  ])('is not accessible with a CA file that %s', async (_, file, message) => {
    await expect(fetch({ caFile: file() })).rejects.toThrow(message);
  });

  it('is not contacted without encryption', async () => {
    await expect(fetch({ plainHttp: true })).rejects.toThrow('cannot be reached: the connection ');
  });
});

it('a registry without encryption is contacted only if the user allows it', async () => {
  await serve(false);
  await expect(fetch({})).rejects.toThrow(/cannot be reached: (?:it does not use TLS; set plainHttp for a registry without encryption|its certificate is not trusted)/);
  expect(registry.received).toEqual([]);
});

describe('through a proxy', () => {
  let proxy: LoopbackProxy;

  beforeEach(async () => {
    proxy = await LoopbackProxy.start();
  });
  afterEach(() => proxy.close());

  const address = (user?: string): string => proxy.address(user);
  const seen = (): string[] => proxy.seen.map((request) => request.replaceAll(registry.host, 'REGISTRY'));

  it('a registry is reached through a tunnel, whose content the proxy cannot read', async () => {
    await serve(true);
    expect((await fetch({ caFile: caFile(), proxy: address('ann:w%40rd@') })).name).toBe('demo.v1.2.3');
    expect(new Set(seen())).toEqual(new Set([`CONNECT REGISTRY Basic ${Buffer.from('ann:w@rd').toString('base64')}`]));
    expect(registry.received.map(({ authorization }) => authorization)).toEqual([undefined, undefined, undefined]);
  });

  it('a registry is verified as without a proxy', async () => {
    await serve(true);
    await expect(fetch({ proxy: address() })).rejects.toThrow('its certificate is not trusted');
  });

  it('a registry without encryption is reached', async () => {
    await serve(false);
    expect((await fetch({ plainHttp: true, proxy: address() })).name).toBe('demo.v1.2.3');
    expect(seen()[0]).toBe('GET http://REGISTRY/v2/org/demo/manifests/v1');
  });

  it('a rejection of the proxy is reported', async () => {
    await serve(true);
    proxy.refuse = 407;
    await expect(fetch({ caFile: caFile(), proxy: address('ann:secret@') })).rejects.toThrow(/the proxy 127\.0\.0\.1:\d+ of the option proxy refused the connection with status 407; set its user name and password in the option proxy: http:/);
  });

  it('a password that is not percent-encoded is reported without the password', async () => {
    await serve(true);
    const failed = fetch({ proxy: address('ann:secret%zz@') });
    await expect(failed).rejects.toThrow('the option proxy has a user or password that is not percent-encoded; use http://host:port');
    await expect(failed).rejects.not.toThrow('secret');
  });

  it('an unreachable proxy is reported', async () => {
    await serve(true);
    await expect(fetch({ caFile: caFile(), proxy: 'http://127.0.0.1:1' })).rejects.toThrow(/cannot be reached: the proxy 127\.0\.0\.1:1 of the option proxy cannot be reached \(ECONNREFUSED\)$/);
  });
});
