import type { RegistryConnectionOptions } from '../../bundle/registry/fetch-options';
import { defined } from '../../formats/json/defined';
import type { CommandContext } from './context';
import { limitOption } from './limits';
import { flag, list, text, type Values } from './option';

const group = 'Registry options:';

/** Options of commands that connect to registries. */
export const connectionOptions = {
  proxy: text('URL', 'HTTP proxy for registries; by default that of HTTPS_PROXY, HTTP_PROXY and NO_PROXY', { group }),
  caFile: text('FILE', 'PEM certificates of further authorities that registries may have', { group }),
  plainHttp: flag('contact registries without encryption', { group }),
  allowedHost: list('HOST', 'further host that registries may redirect to, such as *.example.com', { group }),
  dockerConfig: text('FILE', 'file with the credentials for registries, as docker and podman write it; by default ~/.docker/config.json', { group }),
} as const;

/** Values of the options of commands that connect to registries. */
export type ConnectionOptions = Values<typeof connectionOptions>;

/** Options of commands that read bundles and catalogs, which may be images. */
export const registryOptions = { limit: limitOption, ...connectionOptions } as const;

/** Values of the options of commands that read bundles and catalogs. */
export type RegistryOptions = Values<typeof registryOptions>;

/**
 * Fetches from a registry with the options of the command line.
 *
 * @param fetch fetches with the options of the library
 * @throws the errors of the library, or the abort reason of the signal
 */
export async function fetching<Result>(
  registry: ConnectionOptions, { signal }: CommandContext, fetch: (options: RegistryConnectionOptions) => Promise<Result>,
): Promise<Result> {
  const { proxy, caFile, plainHttp, allowedHost, dockerConfig } = registry;
  try {
    return await fetch({
      signal, plainHttp, ...(allowedHost.length === 0 ? {} : { allowedHosts: [...allowedHost] }), ...defined({ proxy, caFile, dockerConfig }),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
