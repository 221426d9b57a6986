import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { runCredentialHelper } from './credential-helper';
import type { Credentials } from './credentials';
import { type DockerConfig, readDockerConfig } from './docker-config';
import type { BundleFetchOptions } from './fetch-options';
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
