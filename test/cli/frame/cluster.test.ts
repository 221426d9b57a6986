import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from '../../../lib/cli/frame/cluster';
import type { CommandContext } from '../../../lib/cli/frame/context';

const KUBECONFIG = `
current-context: one
contexts:
- name: one
  context: { cluster: c, namespace: team }
- name: two
  context: { cluster: c }
clusters:
- name: c
  cluster: { server: 'https://127.0.0.1:1' }
`;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cluster-test-'));
  writeFileSync(join(folder, 'config'), KUBECONFIG);
});
afterEach(() => rmSync(folder, { recursive: true }));

function namespaceOf(options: Partial<Parameters<typeof connect>[0]>): string | undefined {
  const context = { env: { KUBECONFIG: join(folder, 'config') } } as unknown as CommandContext;
  return connect({ kubeconfig: undefined, context: undefined, ...options }, context).namespace;
}

test('the namespace is the given one, that of the context, or default', () => {
  expect(namespaceOf({})).toBe('team');
  expect(namespaceOf({ context: 'two' })).toBe('default');
  expect(namespaceOf({ namespace: 'mine' })).toBe('mine');
  expect(namespaceOf({ allNamespaces: true })).toBeUndefined();
});

test('a namespace and all namespaces contradict each other', () => {
  expect(() => namespaceOf({ namespace: 'mine', allNamespaces: true })).toThrow('--namespace and --all-namespaces contradict each other; set one of them');
});

test('a context that does not exist is an error that lists the existing ones', () => {
  expect(() => namespaceOf({ context: 'three' })).toThrow("the kubeconfig has no context 'three'; it has 'one', 'two'");
});

test('without a kubeconfig, the remedy names the option', () => {
  const at = (env: NodeJS.ProcessEnv, context?: string) => () => (
    connect({ kubeconfig: undefined, context }, { env: { HOME: folder, ...env } } as unknown as CommandContext)
  );
  expect(at({})).toThrow('no kubeconfig was found: KUBECONFIG is not set and ~/.kube/config does not exist, and this process does not run in a pod; '
    + 'specify a kubeconfig with --kubeconfig');
  expect(at({ KUBECONFIG: join(folder, 'none') }, 'one')).toThrow(`no file of KUBECONFIG=${join(folder, 'none')} exists`);
  writeFileSync(join(folder, 'config'), KUBECONFIG.replace('current-context: one', ''));
  expect(at({ KUBECONFIG: join(folder, 'config') })).toThrow("the kubeconfig has no current context; specify one of 'one', 'two'");
});
