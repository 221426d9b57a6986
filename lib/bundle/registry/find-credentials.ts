import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

import { runCredentialHelper } from './credential-helper';
import type { Credentials } from './credentials';
import type { DockerConfig } from './docker-config';
import { readDockerConfig } from './docker-config';
import type { BundleFetchOptions } from './fetch-options';
import type { ImageReference } from './reference';

/**
 * The credentials for an image: those that the user gives, or what the configuration of docker holds or has a program tell.
 *
 * @param source the image as it was named, for messages
 * @param reference the image
 * @param options how it is fetched
 * @param signal ends the programs that are run
 * @returns undefined when there are none
 * @throws BundleError when the configuration cannot be read, or a program fails
 */
export async function findCredentials(
  source: string,
  reference: ImageReference,
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
  reference: ImageReference,
  signal: AbortSignal,
): Promise<Credentials | undefined> {
  const helper = config.helperOf(reference);
  return helper === undefined ? undefined : runCredentialHelper(source, file, helper, config.serverName(reference), signal);
}
