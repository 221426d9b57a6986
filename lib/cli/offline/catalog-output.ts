import type { Catalog } from '../../catalog/catalog';
import { UsageError } from '../frame/cli-error';
import type { CommandContext } from '../frame/context';
import { choice, text, type Values } from '../frame/option';

/** Options of commands that print a catalog. */
export const catalogOutputOptions = {
  format: choice('FORMAT', ['yaml', 'json'], 'yaml', 'format of the catalog: YAML documents, or a JSON object per line'),
  out: text('DIR', 'folder of the catalog, with a file for each package; by default it is printed', { short: 'o' }),
};

/** Prints a catalog, or writes it into a folder. */
export function writeCatalog(catalog: Catalog, { format, out }: Values<typeof catalogOutputOptions>, { stdout }: CommandContext): void {
  if (out === undefined) {
    stdout.write(format === 'json' ? catalog.toJsonLines() : catalog.toYaml());
    return;
  }
  if (format === 'json') {
    throw new UsageError('--out writes YAML; omit --format json');
  }
  catalog.writeDirectory(out);
  for (const file of Object.keys(catalog.toFiles())) {
    stdout.line(`${out.replace(/\/+$/, '')}/${file}`);
  }
}
