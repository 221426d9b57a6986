import { parseArgs } from 'node:util';

/** What `--help` prints. */
export const USAGE = `Writes the manifests that install OLM and an operator.

  npm start                           the operator of the quickstart
  npm start -- PATH                   the operator of a bundle folder, or of a .tar or .tar.gz of one
  npm start -- PATH --out DIR         into the folder DIR

Options
  --out DIR   folder of the YAML files (default: dist/ and the name of the package)
  --slim      remove CRD descriptions, then icon and examples, from a bundle that is too large for OLM
  --help      print this help
`;

/** Parsed arguments. */
export interface CommandLine {
  readonly bundle: string | undefined;
  readonly out: string | undefined;
  readonly slim: boolean;
  readonly help: boolean;
}

/**
 * Parses the arguments.
 *
 * @throws if an option is unknown, or there is more than one path
 */
export function readCommandLine(args: string[]): CommandLine {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { out: { type: 'string' }, slim: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (positionals.length > 1) {
    throw new Error(`expected one path, got ${positionals.length}: ${positionals.join(' ')}; see \`npm start -- --help\``);
  }
  return { bundle: positionals[0], out: values.out, slim: values.slim ?? false, help: values.help ?? false };
}
