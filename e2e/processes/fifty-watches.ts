import { findCluster } from '../../lib/cluster/client/kubeconfig-source';
import { clientFor } from '../../lib/cluster/client/clients';
import { watch } from '../../lib/cluster/client/watch';
import { SeenObjects } from '../cluster/seen-objects';

/**
 * Watches fifty times, prints how much memory that takes, in bytes, cancels the watches and has nothing more to do: the process must end by
 * itself. Arguments: paths of a kubeconfig and of a collection; runs with --expose-gc.
 */
async function main([kubeconfig = '', collection = '']: readonly string[]): Promise<void> {
  const client = clientFor(findCluster({ kubeconfig }, {}), {});
  const ending = new AbortController();
  // The memory of one connection is not part of the fifty watches.
  await client.request({ method: 'GET', path: '/version' }, ending.signal);
  const before = used();
  const sinks = Array.from({ length: 50 }, () => new SeenObjects());
  const watches = sinks.map(seen => watch(client, { path: collection }, seen, ending.signal, Math.random).catch(() => undefined));
  await Promise.all(sinks.map(seen => seen.until(() => seen.lists === 1)));
  const grown = used() - before;
  ending.abort();
  await Promise.all(watches);
  process.stdout.write(`${String(grown)}\n`);
}

/** Memory in use; how much free memory Node keeps for later differs from run to run. */
function used(): number {
  gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

void main(process.argv.slice(2));
