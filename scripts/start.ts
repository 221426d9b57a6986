import { relative, resolve } from 'node:path';
import type { Command } from '../lib/cli/frame/command';
import { processContext } from '../lib/cli/frame/context';
import { run } from '../lib/cli/frame/run';
import { synthCommandWith } from '../lib/cli/offline/synth';

/** `npm start`: `olm-constructs synth`, by default with the bundle of the quickstart. */
async function main(): Promise<void> {
  const text = { name: 'npm start --', description: 'The quickstart', version: '0.0.0', groups: {} };
  const bundle = relative(process.cwd(), resolve(__dirname, '../examples/quickstart/bundle'));
  const load = (): Command => synthCommandWith(bundle);
  process.exitCode = await run(['synth', ...process.argv.slice(2)], processContext(process), text, [{ name: 'synth', heading: '', summary: '', load }]);
}

void main();
