import { parseArgs } from 'node:util';
import { ENGINE_NAMES, EngineName } from './engines';

/** What `--help` prints. */
export const USAGE = `Writes the manifests that install an operator and, by default, OLM.

  npm start                           the operator of the quickstart
  npm start -- PATH                   the operator of a bundle folder, or of a .tar or .tar.gz of one
  npm start -- PATH --out DIR         into the folder DIR

Options
  --out DIR          folder of the YAML files (default: dist/ and the name of the package)
  --engine ENGINE    what installs the operator: olm-v0 (the default), olm-v1, rukpak, or plain for nothing but the API server
  --repository REPO  for olm-v1: repository to push images of the bundle and of its catalog to, such as registry.example.com/hello
  --slim             for olm-v0: remove CRD descriptions, then icon and examples, from a bundle that is too large for OLM
  --help             print this help
`;

/** Parsed arguments. */
export interface CommandLine {
  readonly bundle: string | undefined;
  readonly out: string | undefined;
  readonly engine: EngineName;
  readonly repository: string | undefined;
  readonly slim: boolean;
  readonly help: boolean;
}

/**
 * Parses the arguments.
 *
 * @throws if an option or an engine is unknown, options contradict each other, or there is more than one path
 */
export function readCommandLine(args: string[]): CommandLine {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      'out': { type: 'string' },
      'engine': { type: 'string' },
      'repository': { type: 'string' },
      'slim': { type: 'boolean' },
      'help': { type: 'boolean', short: 'h' },
    },
  });
  if (positionals.length > 1) {
    throw new Error(`expected one path, got ${positionals.length}: ${positionals.join(' ')}; see \`npm start -- --help\``);
  }
  const { out, engine: given = 'olm-v0', repository, slim = false, help = false } = values;
  const engine = ENGINE_NAMES.find(name => name === given);
  if (engine === undefined) {
    throw new Error(`unknown engine '${given}'; known engines: ${ENGINE_NAMES.join(', ')}`);
  }
  if (engine === 'olm-v1' && repository === undefined && !help) {
    throw new Error('OLM v1 installs from images only; add --repository with a repository to push them to, such as registry.example.com/hello');
  }
  if (engine !== 'olm-v1' && repository !== undefined) {
    throw new Error(`--repository is for the engine olm-v1, and the engine is ${engine}; omit it, or add --engine olm-v1`);
  }
  if (engine !== 'olm-v0' && slim) {
    throw new Error(`--slim is for the engine olm-v0, and the engine ${engine} takes bundles of any size; omit it`);
  }
  return { bundle: positionals[0], out, engine, repository, slim, help };
}
