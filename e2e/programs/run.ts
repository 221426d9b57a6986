import { spawn } from 'node:child_process';
import { buildControlPlane, buildOlmPrograms } from './build-programs';
import { isFullRun } from './full-run';

/** Runs the suites with jest: `npm run e2e`. With `--full`, those also that CI leaves out, for which it builds what was not built before. */
async function main(): Promise<void> {
  const [given, others] = [process.argv.slice(2), process.argv.slice(2).filter(argument => argument !== '--full')];
  if (given.length > others.length) {
    process.env['OLM_E2E_FULL'] = '1';
  }
  if (isFullRun()) {
    await buildControlPlane();
    await buildOlmPrograms();
  }
  // tsx, which runs this program, would set it for the programs of the suites, too.
  const { TSX_TSCONFIG_PATH: _, ...env } = process.env;
  const jest = spawn(process.execPath, [require.resolve('jest/bin/jest'), '--config', 'jest.e2e.config.json', ...others], { stdio: 'inherit', env });
  process.on('SIGTERM', () => { jest.kill('SIGTERM'); });
  // The terminal sends Ctrl-C to jest, too, which ends its suites first.
  process.on('SIGINT', () => undefined);
  jest.on('exit', (code) => { process.exitCode = code ?? 1; });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
