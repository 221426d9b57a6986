import { type CommandEntry, defineCommand } from '../../../lib/cli/frame/command';
import { ExitCode } from '../../../lib/cli/frame/cli-error';
import { allNamespacesOptions } from '../../../lib/cli/frame/cluster';
import { commandFirst } from '../../../lib/cli/frame/command-first';
import { flag } from '../../../lib/cli/frame/option';

const entries = ['status', 'catalog render'].map((name): CommandEntry => ({
  name, heading: '', summary: '', load: () => defineCommand({ description: '', options: {}, examples: [], run: () => ExitCode.SUCCESS }),
}));

const globals = { ...allNamespacesOptions, debug: flag('') };

describe('options before the command', () => {
  test.each([
    ['-n shop status', 'status -n shop'],
    ['--namespace=shop --debug status -A', 'status --namespace=shop --debug -A'],
    ['-nshop -A status', 'status -nshop -A'],
    ['--context status status', 'status --context status'],
    ['catalog --kubeconfig file render bundle', 'catalog render --kubeconfig file bundle'],
    ['--debug catalog', 'catalog --debug'],
    ['status -n shop', 'status -n shop'],
    ['--bundle a status', '--bundle a status'],
    ['-n', '-n'],
    ['', ''],
  ])('are moved behind it: %s', (args, expected) => {
    expect(commandFirst(args.split(' ').filter((word) => word !== ''), entries, globals).join(' ')).toBe(expected);
  });
});
