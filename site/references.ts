import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';

const ROOT = join(__dirname, '..');

/** What jsii compiles the API to. It is written by `npm run build`. */
const ASSEMBLY = join(ROOT, '.jsii');

const FOLDER = join(__dirname, 'reference');

const LANGUAGES = ['python', 'java', 'go', 'csharp'];

/**
 * Generates the API references of the languages other than TypeScript into `site/reference`, unless they are newer than the build. One process of
 * jsii-docgen writes all of them.
 */
export function generateReferences(): void {
  if (!existsSync(ASSEMBLY)) {
    throw new Error('the API references are generated from the build, which is missing: run `npm run build` first');
  }
  const built = statSync(ASSEMBLY).mtimeMs;
  if (LANGUAGES.every((language) => existsSync(referenceOf(language)) && statSync(referenceOf(language)).mtimeMs > built)) {
    return;
  }
  mkdirSync(FOLDER, { recursive: true });
  const args = ['--submodule', 'root', ...LANGUAGES.flatMap((language) => ['--language', language]), '--output', join(FOLDER, 'api')];
  const { status, error } = spawnSync(process.execPath, [join(ROOT, 'node_modules', 'jsii-docgen', 'bin', 'jsii-docgen'), ...args], {
    cwd: ROOT, env: { ...process.env, JSII_SILENCE_WARNING_END_OF_LIFE_NODE_VERSION: '1' }, stdio: 'inherit',
  });
  if (status !== 0) {
    throw new Error(`jsii-docgen ${args.join(' ')} failed${error === undefined ? '' : `: ${error.message}`}`);
  }
  for (const language of LANGUAGES) {
    renameSync(join(FOLDER, `api.${language}.md`), referenceOf(language));
  }
}

function referenceOf(language: string): string {
  return join(FOLDER, `${language}.md`);
}
