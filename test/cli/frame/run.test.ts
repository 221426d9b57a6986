import { COMMANDS } from '../../../lib/cli/commands';
import { CliError, ExitCode, Interruption, UsageError } from '../../../lib/cli/frame/cli-error';
import { type CommandEntry, defineCommand } from '../../../lib/cli/frame/command';
import type { CommandContext } from '../../../lib/cli/frame/context';
import { count, duration, flag, list, outputFormat, text } from '../../../lib/cli/frame/option';
import { type CommandLineOptions, type CommandLineResult, runCommandLine } from '../../builders/command-line';
import { PACKAGE_VERSION } from '../../builders/package-version';

const options = {
  out: text('DIR', 'folder of the files', { short: 'd' }),
  output: outputFormat(['text', 'json'], 'text', 'format of the output'),
  allNamespaces: flag('everything', { short: 'A', group: 'Cluster options:' }),
  package: list('NAME', 'a package'),
  limit: count('NUMBER', 3, 'maximum number'),
  timeout: duration('10m', 'how long to wait'),
};

const bake = defineCommand({
  description: 'Bakes bread.',
  operands: [{ name: 'FLOUR', description: 'what to bake' }, { name: 'SPICE', description: 'what to add', required: false, several: true }],
  options,
  examples: [{ description: 'Bake rye bread', command: 'olm-constructs bake rye' }],
  run: ({ stdout }, input) => {
    stdout.line(JSON.stringify(input));
    return ExitCode.SUCCESS;
  },
});

function entry(name: string, load: CommandEntry['load']): CommandEntry {
  return { name, heading: 'Kitchen:', summary: `the command ${name}`, load };
}

function failing(throws: (context: CommandContext) => never): CommandEntry {
  return entry('fail', () => defineCommand({ description: '', options: {}, examples: [], run: throws }));
}

const notLoaded = (): never => {
  throw new Error('loaded');
};

function kitchen(args: string, more: CommandLineOptions = {}): Promise<CommandLineResult> {
  return runCommandLine(args.split(' '), { commands: [entry('bake', () => bake), entry('catalog render', () => bake), entry('wash', notLoaded)], ...more });
}

describe('a command', () => {
  test('receives its operands and options, with their defaults', async () => {
    const { exitCode, stdout, stderr } = await kitchen('bake rye');
    expect({ exitCode, stderr }).toEqual({ exitCode: ExitCode.SUCCESS, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({
      operands: ['rye'], options: { output: 'text', allNamespaces: false, package: [], limit: 3, timeout: 600_000 },
    });
  });

  test('receives the values of the command line, wherever the options are', async () => {
    const { stdout } = await kitchen('bake -d out rye --output=json -A --package a salt --package b --limit 5 --timeout 1h30m -- --dill');
    expect(JSON.parse(stdout)).toEqual({
      operands: ['rye', 'salt', '--dill'],
      options: { out: 'out', output: 'json', allNamespaces: true, package: ['a', 'b'], limit: 5, timeout: 5_400_000 },
    });
  });

  test('can have a name of two words', async () => {
    expect((await kitchen('catalog render rye')).stdout).toContain('"operands":["rye"]');
    expect((await kitchen('catalog --help')).stdout).toContain('  render      the command catalog render\n');
  });

  test('returns the exit code of the program', async () => {
    const commands = [entry('look', () => defineCommand({ description: '', options: {}, examples: [], run: () => ExitCode.PROGRESSING }))];
    expect(await runCommandLine(['look'], { commands })).toEqual({ exitCode: 3, stdout: '', stderr: '' });
  });
});

describe('the command line is wrong if', () => {
  test.each([
    ['a command is unknown', 'bakke', "error: unknown command 'bakke'\n(Did you mean bake?)\nsee `olm-constructs --help`\n"],
    ['a command of a group is unknown', 'catalog rendr', "error: unknown command 'rendr'\n(Did you mean render?)\nsee `olm-constructs catalog --help`\n"],
    ['an option is unknown', 'bake rye --outpt json', "error: unknown option '--outpt'\n(Did you mean --output?)\nsee `olm-constructs bake --help`\n"],
    ['an operand is missing', 'bake', "error: missing required argument 'FLOUR'\nsee `olm-constructs bake --help`\n"],
    ['a value is missing', 'bake rye -d', "error: option '-d, --out <DIR>' argument missing\nsee `olm-constructs bake --help`\n"],
    ['a value is none of the choices', 'bake rye -o yaml', "error: --output must be one of text, json, and is 'yaml'; a folder is --out\n"],
    ['an option has its former name', 'bake rye --format json', "error: unknown option '--format'\n(the format of the output is -o, --output)\nsee `olm-constructs bake --help`\n"],
    ['an option is repeated', 'bake rye -d a -d b', 'error: --out is set 2 times; set it once\n'],
    ['a number is invalid', 'bake rye --limit few', "error: --limit must be a whole number, and is 'few'\n"],
    ['a duration is invalid', 'bake rye --timeout 10', "error: --timeout must be a duration such as 90s, 10m or 1h30m, and is '10'\n"],
  ])('%s', async (_, args, stderr) => {
    expect(await kitchen(args)).toEqual({ exitCode: ExitCode.USAGE, stdout: '', stderr });
  });

  test('it is empty, for which the help is printed', async () => {
    const { exitCode, stderr } = await runCommandLine([], { commands: [entry('bake', () => bake)] });
    expect({ exitCode, stderr }).toEqual({ exitCode: ExitCode.USAGE, stderr: expect.stringContaining('Usage: olm-constructs') as string });
  });
});

describe('--help', () => {
  test('lists the commands without loading them', async () => {
    const { exitCode, stdout } = await kitchen('--help');
    expect(exitCode).toBe(ExitCode.SUCCESS);
    expect(stdout).toContain('Kitchen:\n  bake ');
    expect(stdout).toContain('  wash        the command wash\n');
  });

  test.each(['bake --help', 'help bake', 'bake -h'])('of a command prints operands, options, groups and examples: %s', async (args) => {
    expect((await kitchen(args)).stdout).toBe(`Usage: olm-constructs bake [options] <FLOUR> [SPICE...]

Bakes bread.

Arguments:
  FLOUR                  what to bake
  SPICE                  what to add

Options:
  -d, --out <DIR>        folder of the files
  -o, --output <FORMAT>  format of the output (text, json; default: text)
  --package <NAME>       a package; can be repeated
  --limit <NUMBER>       maximum number (default: 3)
  --timeout <DURATION>   how long to wait (default: 10m)
  --debug                print the stack trace of an error
  -q, --quiet            print no progress
  -h, --help             print this help

Cluster options:
  -A, --all-namespaces   everything

Examples:
  # Bake rye bread
  olm-constructs bake rye
`);
  });

  test('of a group lists its commands', async () => {
    expect((await kitchen('catalog --help')).stdout).toBe(`Usage: olm-constructs catalog COMMAND [options]

Render, validate, change and push catalogs, and add one to a cluster.

Options:
  -h, --help  print this help

Commands:
  render      the command catalog render

olm-constructs catalog COMMAND --help prints the options and examples of a command.
`);
  });

  test('is easy to read on a wide terminal', async () => {
    for (const { name } of COMMANDS) {
      const { stdout } = await runCommandLine([...name.split(' '), '--help'], { columns: 200, env: { NO_COLOR: '1' } });
      expect(stdout.split('\nExamples:')[0]!.split('\n').filter((line) => line.length > 120)).toEqual([]);
    }
  });

  test('is as wide as the terminal', async () => {
    const { stdout } = await kitchen('bake --help', { columns: 70, env: { NO_COLOR: '1' } });
    expect(stdout).toContain('  -o, --output <FORMAT>  format of the output (text, json; default:\n                         text)\n');
  });
});

test('--version prints the version of the package', async () => {
  expect(await kitchen('--version')).toEqual({ exitCode: ExitCode.SUCCESS, stdout: `${PACKAGE_VERSION}\n`, stderr: '' });
});

describe('an error', () => {
  test('is one message on standard error', async () => {
    const commands = [failing(() => {
      throw new CliError('bread.yaml: file not found');
    })];
    expect(await runCommandLine(['fail'], { commands })).toEqual({ exitCode: ExitCode.ERROR, stdout: '', stderr: 'error: bread.yaml: file not found\n' });
  });

  test('in the command line has its own exit code', async () => {
    const commands = [failing(() => {
      throw new UsageError('--a and --b contradict each other');
    })];
    expect((await runCommandLine(['fail'], { commands })).exitCode).toBe(ExitCode.USAGE);
  });

  test('has a stack trace with --debug', async () => {
    const commands = [failing(() => {
      throw new Error('burnt');
    })];
    const { stderr } = await runCommandLine(['fail', '--debug'], { commands });
    expect(stderr).toMatch(/^error: burnt\nError: burnt\n {4}at /);
  });

  test('in the program itself comes with a request to report it', async () => {
    const commands = [failing(() => {
      throw new TypeError('x is undefined');
    })];
    expect((await runCommandLine(['fail'], { commands })).stderr).toBe('error: x is undefined\n'
      + 'This is an error in olm-constructs. Please report it with the output of the same command with --debug.\n');
  });
});

describe('an interrupted command', () => {
  const waiting = entry('wait', () => defineCommand({
    description: '', options: {}, examples: [],
    run: ({ signal, stdout }) => new Promise((_, reject) => signal.addEventListener('abort', () => {
      stdout.line('last state');
      reject(new Error('aborted'));
    })),
  }));

  test.each([
    [ExitCode.INTERRUPTED, 'error: interrupted\n'],
    [ExitCode.TERMINATED, 'error: interrupted\n'],
    [ExitCode.CLOSED_PIPE, ''],
  ] as const)('prints its state and has exit code %d', async (exitCode, stderr) => {
    const stopping = new AbortController();
    const ending = runCommandLine(['wait'], { commands: [waiting], signal: stopping.signal });
    setImmediate(() => stopping.abort(new Interruption(exitCode)));
    expect(await ending).toEqual({ exitCode, stdout: 'last state\n', stderr });
  });
});
