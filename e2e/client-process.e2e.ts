import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { CONFIG_MAPS } from './cluster/seen-objects';
import { ControlPlane } from './control-plane/control-plane';
import { endWithTests } from './processes/end-with-tests';
import { clientFor } from '../lib/cluster/client/clients';
import { findCluster } from '../lib/cluster/client/kubeconfig-source';

/** Memory of the API client, and that it does not keep its process alive. */

const ROOT = join(__dirname, '..');
const OBJECTS = 200;
const OBJECT_BYTES = 5_000;
const MOST_MEMORY = 150 * 1024 * 1024;
const ENDS_WITHIN_MILLISECONDS = 60_000;

/** Shorter than the shortest timeout of the client. */
const LINGERS_AT_MOST_MILLISECONDS = 5_000;

let controlPlane: ControlPlane;

beforeAll(async () => {
  controlPlane = await ControlPlane.start();
}, 20 * 60_000);

afterAll(async () => {
  await controlPlane.stop();
});

test('uses little memory for fifty watches and keeps no process alive once they are canceled', async () => {
  const client = clientFor(findCluster({ kubeconfig: controlPlane.kubeconfig }, {}), {});
  for (let number = 0; number < OBJECTS; number++) {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `big-${String(number)}` }, data: { text: 'x'.repeat(OBJECT_BYTES) } };
    await client.request({ method: 'POST', path: CONFIG_MAPS, body }, new AbortController().signal);
  }
  const watching = spawn(process.execPath, [
    '--import', 'tsx', '--expose-gc', join(__dirname, 'processes', 'fifty-watches.ts'), controlPlane.kubeconfig, CONFIG_MAPS,
  ], { cwd: ROOT, stdio: ['ignore', 'pipe', 'inherit'], timeout: ENDS_WITHIN_MILLISECONDS, killSignal: 'SIGKILL' });
  endWithTests(watching);
  const ended = once(watching, 'exit');
  const [output] = await once(watching.stdout, 'data') as [Buffer];
  const done = performance.now();
  expect(await ended).toEqual([0, null]);
  const lingered = performance.now() - done;
  const grown = Number(output);
  process.stderr.write(
    `50 watches of ${String(OBJECTS)} objects took ${(grown / 1024 / 1024).toFixed(1)} MiB; the process ended ${lingered.toFixed(0)} ms after the last\n`,
  );
  expect(grown).toBeLessThan(MOST_MEMORY);
  expect(lingered).toBeLessThan(LINGERS_AT_MOST_MILLISECONDS);
});
