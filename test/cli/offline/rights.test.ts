import { loadAll } from 'js-yaml';
import { rulesInNamespace } from '../../../lib/report/rights/granted-rights';
import { readRbacObjects } from '../../../lib/report/rights/rbac-objects';
import { enterCommandFolder } from '../../builders/command-folder';
import { runCommandLine } from '../../builders/command-line';

let leave: () => void;
beforeEach(() => leave = enterCommandFolder());
afterEach(() => leave());

type Objects = { readonly kind: string; readonly metadata: { readonly name: string; readonly namespace?: string } }[];

async function manifestsOf(...args: string[]): Promise<Objects> {
  const { exitCode, stdout, stderr } = await runCommandLine(['rights', ...args, '-o', 'yaml']);
  expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
  return loadAll(stdout) as Objects;
}

describe('rights', () => {
  test('prints the rights of the installer, then those that the installation grants', async () => {
    const { exitCode, stdout } = await runCommandLine(['rights', 'bundle']);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^Rights of a ServiceAccount with which OLM can install hello-operator\.v0\.1\.0\n/);
    expect(stdout).toMatch(/\n\nRights that the installation of hello-operator\.v0\.1\.0 grants\n\nRIGHTS\n {2}ServiceAccount hello-operator in the watched namespaces\n/);
  });

  test('prints data: a list with an item for each bundle', async () => {
    const { items: [one] } = JSON.parse((await runCommandLine(['rights', 'bundle', '--engine', 'plain', '-o', 'json'])).stdout) as { readonly items: readonly [object] };
    expect(one).toMatchObject({ bundle: 'hello-operator.v0.1.0', engine: 'Plain', namespace: 'hello-operator', operator: { bindings: [], risks: [{ kind: 'config-map-writes', severity: 'low' }] } });
    expect(Object.keys(one)).toEqual(['bundle', 'package', 'engine', 'namespace', 'installer', 'operator']);
    expect(JSON.parse((await runCommandLine(['rights', 'bundle', 'bundle-next', '-o', 'json'])).stdout)).toMatchObject({ items: [{}, {}] });
  });

  test.each(['olm-v0', 'olm-v1', 'plain'])('writes manifests with which the installer of %s has the rights that it prints', async (engine) => {
    const objects = await manifestsOf('bundle', '--engine', engine, '--namespace', 'hello');
    const { items: [{ installer }] } = JSON.parse((await runCommandLine(['rights', 'bundle', '--engine', engine, '--namespace', 'hello', '-o', 'json'])).stdout) as {
      readonly items: readonly [{ readonly installer: { readonly rules: object[]; readonly clusterRules: object[] } }];
    };
    const account = { kind: 'ServiceAccount', name: 'hello-operator-installer', namespace: 'hello' };
    const rules = rulesInNamespace(readRbacObjects(objects), account, 'hello');
    const withoutPurpose = [...installer.rules, ...installer.clusterRules].map(({ purpose: _, ...rule }: { purpose?: string }) => rule);
    expect(rules).toHaveLength(withoutPurpose.length);
    expect(rules).toEqual(expect.arrayContaining(withoutPurpose));
    expect(objects.filter(({ kind }) => kind === 'ServiceAccount').map(({ metadata }) => metadata)).toEqual([
      { name: 'hello-operator-installer', namespace: 'hello' }, { name: 'hello-operator', namespace: 'hello' },
    ]);
  });

  test('writes the roles of the operator for the namespaces that it watches', async () => {
    const roles = (await manifestsOf('bundle', '--namespace', 'hello', '--install-mode', 'own')).filter(({ kind }) => kind === 'Role').map(({ metadata }) => metadata.namespace);
    expect(roles).toEqual(['hello', 'hello']);
  });

  test('names the account as requested', async () => {
    expect((await manifestsOf('bundle', '--account', 'flux'))[0]).toEqual({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'flux', namespace: 'hello-operator' } });
    const { exitCode, stderr } = await runCommandLine(['rights', 'bundle', 'bundle-next', '--account', 'flux']);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('--account needs --namespace for several bundles');
  });

  test('continues after a bundle that cannot be read', async () => {
    const { exitCode, stdout, stderr } = await runCommandLine(['rights', 'missing', 'bundle']);
    expect({ exitCode, stderr }).toEqual({ exitCode: 4, stderr: 'error: missing: file or folder not found; check the path\n' });
    expect(stdout).toContain('hello-operator.v0.1.0');
  });

  test.each([['--engine', 'rukpak'], ['-o', 'xml'], ['--certificates', 'acme']])('refuses %s %s, and lists the values', async (option, value) => {
    const { exitCode, stderr } = await runCommandLine(['rights', 'bundle', option, value]);
    expect(exitCode).toBe(2);
    expect(stderr).toContain(option);
  });
});
