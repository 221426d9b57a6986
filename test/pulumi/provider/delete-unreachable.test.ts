import { deleteUnreachableSetting, isUnreachable } from '../../../lib/pulumi/provider/cluster-identity';

const VARIABLE = 'PULUMI_K8S_DELETE_UNREACHABLE';

test.each<[string, object, NodeJS.ProcessEnv, string | undefined]>([
  ['nothing, by default', {}, {}, undefined],
  ['the state', { deleteUnreachable: true }, {}, 'deleteUnreachable'],
  ['the environment', {}, { [VARIABLE]: 'true' }, VARIABLE],
  ['the state rather than the environment', { deleteUnreachable: true }, { [VARIABLE]: 'false' }, 'deleteUnreachable'],
  ['nothing, if the state forbids it', { deleteUnreachable: false }, { [VARIABLE]: 'true' }, undefined],
  // As the Kubernetes provider reads it: no other value is true.
  ['nothing, if the environment has another value', {}, { [VARIABLE]: '1' }, undefined],
  ['nothing, if the variable is empty', {}, { [VARIABLE]: '' }, undefined],
])('giving up an unreachable cluster is allowed by %s', (_, outputs, environment, expected) => {
  expect(deleteUnreachableSetting(outputs as Record<string, never>, environment)).toBe(expected);
});

test('a cluster is unreachable if it does not answer or does not accept the credentials, not if it denies access', () => {
  expect(isUnreachable([{ cause: 'access-denied', message: '' }, { cause: 'api-server-unreachable', message: '' }])).toBe(true);
  expect(isUnreachable([{ cause: 'invalid-credentials', message: '' }])).toBe(true);
  expect(isUnreachable([{ cause: 'access-denied', message: '' }])).toBe(false);
});
