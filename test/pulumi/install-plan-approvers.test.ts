import * as pulumi from '@pulumi/pulumi';
import { InstallPlanApprovers, RbacSubject } from '../../lib/pulumi';
import { Program } from './program';

const subjects = [RbacSubject.group('platform')];

test('the rights of approvers are resources, each binding after its role', async () => {
  const program = await Program.run(() => new InstallPlanApprovers('approvers', {
    subjects, namespaces: ['hello'], operators: ['hello-operator'], name: pulumi.output('mine'),
  }));

  expect(program.objects.map(({ name }) => name).sort()).toEqual([
    'approvers/Role-hello', 'approvers/RoleBinding-hello', 'approvers/ValidatingAdmissionPolicy', 'approvers/ValidatingAdmissionPolicyBinding',
  ]);
  expect(program.named('approvers/Role-hello').inputs).toMatchObject({ metadata: { name: 'mine', namespace: 'hello' } });
  expect(program.named('approvers/ValidatingAdmissionPolicyBinding').inputs).toMatchObject({ metadata: { name: 'hello.mine' }, spec: { policyName: 'hello.mine' } });
});

test('an unknown argument is refused', async () => {
  await expect(Program.run(() => new InstallPlanApprovers('approvers', { subjects, namespaces: ['hello'], subject: subjects } as never)))
    .rejects.toThrow("unknown key 'subject' in args of InstallPlanApprovers 'approvers'");
});
