import { findCluster } from '../../lib/pulumi/wait/client/kubeconfig-source';
import { clientFor } from '../../lib/pulumi/wait/client/clients';
import { watch } from '../../lib/pulumi/wait/client/watch';
import { SeenObjects } from '../cluster/seen-objects';

/**
 * Watches fifty times, says how much more memory that takes, in bytes, ends the watches and has nothing more to do: the process must end by
 * itself. It takes the path of a kubeconfig and that of a collection, and runs with --expose-gc.
 */
async function main([kubeconfig = '', collection = '']: readonly string[]): Promise<void> {
  const client = clientFor(findCluster({ kubeconfig }, {}), {});
  const ending = new AbortController();
  // What one connection takes is no part of what fifty watches take.
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

/** What is in use; how much of what is free again Node keeps for later differs from run to run. */
function used(): number {
  gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

void main(process.argv.slice(2));
