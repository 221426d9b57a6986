import * as pulumi from '@pulumi/pulumi';
import { InstallerRoles, RbacSubject, PlainManifests } from '../../lib/pulumi';
import { InstallPermissions } from '../../lib/report';
import { HELLO } from './hello-bundle';
import { Program } from './program';

const permissions = [InstallPermissions.ofPlain(PlainManifests.render(HELLO, { installNamespace: 'hello' }))];
const subjects = [RbacSubject.newServiceAccount('deployer')];

test('the roles of an installer are resources, each binding after its role', async () => {
  let namespace: pulumi.Output<string> | undefined;
  const program = await Program.run(() => ({ namespace } = new InstallerRoles('rights', { permissions, subjects, name: pulumi.output('mine') })));

  expect(program.objects.map(({ name }) => name).sort()).toEqual([
    'rights/ClusterRole', 'rights/ClusterRoleBinding', 'rights/Role', 'rights/RoleBinding', 'rights/ServiceAccount-hello.deployer',
  ]);
  expect(program.named('rights/Role').inputs).toMatchObject({ metadata: { name: 'mine', namespace: 'hello' } });
  expect(program.named('rights/RoleBinding').inputs).toMatchObject({ subjects: [{ kind: 'ServiceAccount', name: 'deployer', namespace: 'hello' }] });
  expect(await new Promise((resolve) => namespace!.apply(resolve))).toBe('hello');
});

test('an unknown argument is refused', async () => {
  await expect(Program.run(() => new InstallerRoles('rights', { permissions, subjects, subject: subjects } as never)))
    .rejects.toThrow("unknown key 'subject' in args of InstallerRoles 'rights'");
});
