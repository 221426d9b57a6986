import { runCommandLine } from '../../builders/command-line';
import { PACKAGE_VERSION } from '../../builders/package-version';
import { OlmVersion } from '../../../lib/olm/v0/model/olm-version';

test.each(['version', '--version'])('%s prints the versions of the program, of Node.js and of the newest known OLM', async (word) => {
  const { exitCode, stdout, stderr } = await runCommandLine([word]);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  expect(stdout.split('\n').slice(0, 3)).toEqual([
    `olm-constructs ${PACKAGE_VERSION}`, `Node.js ${process.versions.node}`, `OLM v0 ${OlmVersion.all.at(-1)!.version} is the newest known release`,
  ]);
});

test('version and --version print JSON for programs', async () => {
  for (const word of ['version', '--version']) {
    expect(JSON.parse((await runCommandLine([word, '-o', 'json'])).stdout)).toMatchObject({ kind: 'Version', version: PACKAGE_VERSION, node: process.versions.node });
  }
});
