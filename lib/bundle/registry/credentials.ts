import { existsSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { field, isMap, mapField, stringField } from '../../formats/json/json-value';
import { goText, textOf } from '../../formats/json/utf8-text';
import { readChecked } from '../files/file-access';
import { onDisk, refusal } from '../files/refusal';
import { BundleErrorCode } from '../model/bundle-problem';
import { runCredentialHelper } from './credential-helper';
import type { BundleFetchOptions, Credentials } from './fetch-options';
import type { RegistryReference } from './reference';

/**
 * Finds the credentials for an image: those in the options, or those in docker's configuration or its credential helpers.
 *
 * @param source the image as specified, for messages
 * @param reference the image
 * @param options fetch options
 * @param signal terminates credential helpers
 * @returns the credentials, or undefined if none are configured
 * @throws BundleError if the configuration cannot be read, or a helper fails
 */
export async function findCredentials(
  source: string,
  reference: RegistryReference,
  options: BundleFetchOptions,
  signal: AbortSignal,
): Promise<Credentials | undefined> {
  if (options.anonymous === true) {
    return undefined;
  }
  if (options.credentials !== undefined) {
    const { username, password } = options.credentials;
    return { origin: 'the option credentials', basic: { username, password } };
  }
  const file = options.dockerConfig ?? join(homedir(), '.docker', 'config.json');
  if (options.dockerConfig === undefined && !existsSync(file)) {
    return undefined;
  }
  const config = readDockerConfig(source, file);
  return (await fromHelper(source, file, config, reference, signal)) ?? config.credentialsOf(reference);
}

async function fromHelper(
  source: string,
  file: string,
  config: DockerConfig,
  reference: RegistryReference,
  signal: AbortSignal,
): Promise<Credentials | undefined> {
  const helper = config.helperOf(reference);
  return helper === undefined ? undefined : runCredentialHelper(source, file, helper, config.serverName(reference), signal);
}

/** Maximum size of the configuration, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** Key under which `docker login` stores the credentials of Docker Hub. */
const DOCKER_HUB_SERVER = 'https://index.docker.io/v1/';
const DOCKER_HUB_NAMES = new Set(['docker.io', 'index.docker.io', 'registry-1.docker.io']);

/** Registry settings of docker's configuration. */
class DockerConfig {
  /**
   * @param file path of the configuration, for messages
   * @param value parsed content of the configuration
   */
  public constructor(
    private readonly file: string,
    private readonly value: unknown,
  ) {}

  /** Returns the name of the credential helper for a registry, without the prefix `docker-credential-`, or undefined if none is configured. */
  public helperOf(reference: RegistryReference): string | undefined {
    const own = entryOf(field(this.value, 'credHelpers'), reference);
    const helper = typeof own === 'string' ? own : stringField(this.value, 'credsStore');
    return helper === '' ? undefined : helper;
  }

  /** Returns the name of the registry in the protocol of credential helpers. */
  public serverName({ registry }: RegistryReference): string {
    return registry === 'docker.io' ? DOCKER_HUB_SERVER : registry;
  }

  /** Returns the credentials in the file itself, or undefined if it has none for the registry. */
  public credentialsOf(reference: RegistryReference): Credentials | undefined {
    const entry = entryOf(field(this.value, 'auths'), reference);
    const origin = this.file;
    const [identityToken, registryToken] = [stringField(entry, 'identitytoken') ?? '', stringField(entry, 'registrytoken') ?? ''];
    if (registryToken !== '') {
      return { origin, registryToken };
    }
    if (identityToken !== '') {
      return { origin, identityToken };
    }
    const basic = basicOf(entry);
    return basic === undefined ? undefined : { origin, basic };
  }
}

/**
 * Reads docker's configuration.
 *
 * @throws BundleError if it cannot be read; the message does not quote its content
 */
function readDockerConfig(source: string, file: string): DockerConfig {
  const message = 'is not a docker configuration: it must contain a JSON object of at most 1 MiB';
  const invalid = (): Error => refusal(source, BundleErrorCode.UNAUTHORIZED, `${file} ${message}`);
  const content = onDisk(source, () => readChecked(realpathSync(file), (bytes) => {
    if (bytes > MAX_BYTES) {
      throw invalid();
    }
  }), file);
  let value: unknown;
  try {
    value = JSON.parse(textOf(content, file));
  } catch {
    throw invalid();
  }
  if (!isMap(value)) {
    throw invalid();
  }
  return new DockerConfig(file, value);
}

function basicOf(entry: unknown): { username: string; password: string } | undefined {
  const encoded = stringField(entry, 'auth') ?? '';
  if (encoded !== '') {
    const decoded = goText(Buffer.from(encoded, 'base64')).replace(/(?<!\0)\0+$/, '');
    const colon = decoded.indexOf(':');
    return colon <= 0 ? undefined : { username: decoded.slice(0, colon), password: decoded.slice(colon + 1) };
  }
  const [username, password] = [stringField(entry, 'username') ?? '', stringField(entry, 'password') ?? ''];
  return username === '' ? undefined : { username, password };
}

/**
 * Returns the entry for an image: that of its repository, or of the nearest parent path, as in podman; otherwise that of the registry, in any
 * of the forms that tools have written over the years.
 */
function entryOf(entries: unknown, { registry, repository }: RegistryReference): unknown {
  const byName = new Map(Object.entries(mapField({ entries }, 'entries')).map(([key, entry]) => [normalName(key), entry]));
  const steps = repository.split('/');
  for (let length = steps.length; length > 0; length--) {
    const found = byName.get(`${registry}/${steps.slice(0, length).join('/')}`);
    if (found !== undefined) {
      return found;
    }
  }
  return byName.get(registry);
}

function normalName(key: string): string {
  const name = key.replace(/^https?:\/\//, '').replace(/\/v[12]\/?$/, '').replace(/\/$/, '');
  return DOCKER_HUB_NAMES.has(name) ? 'docker.io' : name;
}
