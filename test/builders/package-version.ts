import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Version of the package: 0.0.0, or the next version while a release is made. */
export const PACKAGE_VERSION = (JSON.parse(readFileSync(join(__dirname, '../../package.json'), 'utf8')) as { readonly version: string }).version;
