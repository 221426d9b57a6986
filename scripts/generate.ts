import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { generators } from './generated-files';
import { outOfDate, outOfDateMessage } from './out-of-date';

const ROOT = resolve(__dirname, '..');

const USAGE = `usage: npm run generate               writes every generated file
       npm run generate -- --check    writes nothing; fails if a generated file is out of date`;

async function main(args: readonly string[]): Promise<void> {
  const [option, ...rest] = args;
  if (rest.length > 0 || (option !== undefined && option !== '--check')) {
    throw new Error(`unknown arguments "${args.join(' ')}"\n${USAGE}`);
  }
  if (option === '--check') {
    await check();
  } else {
    await write();
  }
}

async function check(): Promise<void> {
  const paths = await outOfDate(ROOT, generators);
  if (paths.length > 0) {
    throw new Error(outOfDateMessage(paths));
  }
  console.log('the generated files are up to date');
}

/** Writes the files in order: later files depend on earlier ones. */
async function write(): Promise<void> {
  for (const generate of generators) {
    for (const { path, content } of await generate(ROOT)) {
      const file = join(ROOT, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, content);
      console.log(path);
    }
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
