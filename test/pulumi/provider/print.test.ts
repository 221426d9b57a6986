import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as path from 'node:path';

/** Prints on input. The exit code shows whether there were uncaught errors. */
const PROGRAM = `
const { print, whilePulumiRuns } = require(${JSON.stringify(path.resolve(__dirname, '../../../lib/pulumi/provider/pulumi-output.ts'))});
let unseen = 0;
process.on('uncaughtException', (error) => { unseen += 1; console.error(error); if (unseen > 20) process.exit(3); });
whilePulumiRuns.addEventListener('abort', () => setTimeout(() => process.exit(unseen === 0 ? 42 : 1), 100));
process.stdin.once('data', () => print('unread'));
setTimeout(() => process.exit(2), 20_000);
`;

test('waits end when the pipe to Pulumi is closed, without errors about the closed pipe', async () => {
  const child = spawn(process.execPath, ['--import', require.resolve('tsx'), '--eval', PROGRAM], { stdio: ['pipe', 'pipe', 'pipe'] });
  child.stdout.destroy();
  child.stderr.destroy();
  child.stdin.write('go\n');
  expect(await once(child, 'close')).toEqual([42, null]);
});
