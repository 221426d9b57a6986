import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { Needed } from '../../test/needed';
import { foundProgram } from '../programs/found-program';
import { SITE } from './built-site';

/** A program that Playwright can drive. */
export interface BrowserProgram {
  readonly executable: string;
  /** Variables that it needs besides those of this process. */
  readonly env: { readonly [name: string]: string };
}

/** Chromium for functions of Amazon's cloud: the program, libraries and fonts, compressed, with nothing to download when it is installed. */
const NPM_PACKAGE = path.join(SITE, 'node_modules', '@sparticuz', 'chromium');

/** Names of Chromium on PATH. */
const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/**
 * Returns how to get the browser: that of `CHROMIUM_BIN`, or Chromium on PATH, or the one of the npm package, which is unpacked then.
 *
 * @throws if `CHROMIUM_BIN` names no file
 */
export function neededBrowser(): Needed<() => BrowserProgram> {
  const given = process.env['CHROMIUM_BIN'] ?? '';
  if (given !== '' && !existsSync(given)) {
    throw new Error(`CHROMIUM_BIN is '${given}', which does not exist; unset it, or set it to the path of Chromium`);
  }
  const executable = given === '' ? NAMES.map(foundProgram).find(found => found !== undefined) : given;
  if (executable !== undefined) {
    return Needed.found(() => ({ executable, env: {} }));
  }
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return Needed.missing(`there is no Chromium in CHROMIUM_BIN or on PATH, and the npm package has none for ${process.platform} on ${process.arch}`);
  }
  return existsSync(NPM_PACKAGE) ? Needed.found(unpacked) : Needed.missing('there is no Chromium in CHROMIUM_BIN or on PATH, and the packages of the site are not installed');
}

/**
 * Unpacks the browser of the npm package once. It has its libraries only if it takes this machine for one of Amazon's, and looks for its fonts in
 * /tmp: a page without any font crashes.
 */
function unpacked(): BrowserProgram {
  const folder = path.join(SITE, 'node_modules', '.cache', 'chromium');
  mkdirSync(folder, { recursive: true });
  const program = 'require(process.argv[1]).executablePath().then((file) => process.stdout.write(file))';
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', program, NPM_PACKAGE], {
    encoding: 'utf8', env: { ...process.env, TMPDIR: folder, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' },
  });
  if (status !== 0) {
    throw new Error(`Chromium of the npm package cannot be unpacked: ${stderr}`);
  }
  const fonts = path.join(folder, 'fonts.conf');
  writeFileSync(fonts, `<?xml version="1.0"?>
<fontconfig><dir>/usr/share/fonts</dir><dir>${path.join(folder, 'fonts')}</dir><cachedir>${path.join(folder, 'font-cache')}</cachedir></fontconfig>
`);
  return { executable: stdout, env: { LD_LIBRARY_PATH: path.join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: fonts } };
}
