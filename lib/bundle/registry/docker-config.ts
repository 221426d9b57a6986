import { realpathSync } from 'node:fs';

import { BundleErrorCode } from '../../bundle-error';
import { field, isMap, mapField, textField } from '../../json-value';
import { onDisk, readChecked } from '../file-access';
import { refusal } from '../refusal';
import type { Credentials } from './credentials';
import type { ImageReference } from './reference';

const LARGEST = 1024 * 1024;

/** Under this name `docker login` keeps what is for Docker Hub. */
const DOCKER_HUB_SERVER = 'https://index.docker.io/v1/';
const DOCKER_HUB_NAMES = new Set(['docker.io', 'index.docker.io', 'registry-1.docker.io']);

/** What the configuration of docker says about registries. */
export class DockerConfig {
  /**
   * @param file where it stands, for messages
   * @param value what it holds
   */
  public constructor(
    private readonly file: string,
    private readonly value: unknown,
  ) {}

  /** The program that keeps the credentials of a registry, without `docker-credential-` before its name; undefined when none does. */
  public helperOf(reference: ImageReference): string | undefined {
    const own = entryOf(field(this.value, 'credHelpers'), reference);
    const helper = typeof own === 'string' ? own : textField(this.value, 'credsStore');
    return helper === '' ? undefined : helper;
  }

  /** The name by which such a program knows the registry. */
  public serverName({ registry }: ImageReference): string {
    return registry === 'docker.io' ? DOCKER_HUB_SERVER : registry;
  }

  /** The credentials that stand in the file itself; undefined when there are none for the registry. */
  public credentialsOf(reference: ImageReference): Credentials | undefined {
    const entry = entryOf(field(this.value, 'auths'), reference);
    const origin = this.file;
    const [identityToken, registryToken] = [textField(entry, 'identitytoken') ?? '', textField(entry, 'registrytoken') ?? ''];
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
 * Reads the configuration of docker.
 *
 * @throws BundleError when it cannot be read; the message quotes nothing of it
 */
export function readDockerConfig(source: string, file: string): DockerConfig {
  const message = 'is no configuration of docker: it must hold a JSON object of at most 1 MiB';
  const wrong = (): Error => refusal(source, BundleErrorCode.UNAUTHORIZED, `${file} ${message}`);
  const content = onDisk(source, () => readChecked(realpathSync(file), (bytes) => {
    if (bytes > LARGEST) {
      throw wrong();
    }
  }), file);
  let value: unknown;
  try {
    value = JSON.parse(content.toString('utf8'));
  } catch {
    throw wrong();
  }
  if (!isMap(value)) {
    throw wrong();
  }
  return new DockerConfig(file, value);
}

function basicOf(entry: unknown): { username: string; password: string } | undefined {
  const encoded = textField(entry, 'auth') ?? '';
  if (encoded !== '') {
    const text = Buffer.from(encoded, 'base64').toString('utf8').replace(/\0+$/, '');
    const colon = text.indexOf(':');
    return colon <= 0 ? undefined : { username: text.slice(0, colon), password: text.slice(colon + 1) };
  }
  const [username, password] = [textField(entry, 'username') ?? '', textField(entry, 'password') ?? ''];
  return username === '' ? undefined : { username, password };
}

/**
 * The entry for an image: that of its repository, or of the nearest part of the path above it, as podman has it; else that of the
 * registry, in any of the forms in which tools have written it over the years.
 */
function entryOf(entries: unknown, { registry, repository }: ImageReference): unknown {
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
