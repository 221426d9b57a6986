import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** File that marks a folder as an image layout. */
export const LAYOUT_FILE = 'oci-layout';

/** Whether a folder is an image layout. */
export function isLayoutFolder(path: string): boolean {
  return existsSync(join(path, LAYOUT_FILE));
}
