import { parseArgs } from 'node:util';

/** What `--help` prints. */
export const USAGE = `Writes the manifests that install OLM and an operator.

  npm start                           the operator of the quickstart
  npm start -- PATH                   the operator of a bundle folder, or of a .tar or .tar.gz of one
  npm start -- PATH --out DIR         into this folder

Options
  --out DIR   the folder for the YAML files                             (dist/ and the name of the package)
  --slim      take CRD descriptions, then icon and examples, out of a bundle that is too large for OLM
  --help      this text
`;

/** What the command line asks for. */
export interface CommandLine {
  readonly bundle: string | undefined;
  readonly out: string | undefined;
  readonly slim: boolean;
  readonly help: boolean;
}

/** @throws when an option is unknown, or more than one path is given */
export function readCommandLine(args: string[]): CommandLine {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { out: { type: 'string' }, slim: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  if (positionals.length > 1) {
    throw new Error(`give one path, got ${positionals.length}: ${positionals.join(' ')}; see \`npm start -- --help\``);
  }
  return { bundle: positionals[0], out: values.out, slim: values.slim ?? false, help: values.help ?? false };
}
