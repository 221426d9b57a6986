import type { ProxyEnvironment } from './proxy';

/** Returns the environment variables of this process, for proxies only: they select the way to a server, and not what it answers. */
export function proxyVariables(): ProxyEnvironment {
  return process.env;
}
