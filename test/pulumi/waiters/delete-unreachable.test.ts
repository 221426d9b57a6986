import { goneAccordingTo, isOutOfReach } from '../../../lib/pulumi/waiters/delete-unreachable';

const VARIABLE = 'PULUMI_K8S_DELETE_UNREACHABLE';

test.each<[string, object, NodeJS.ProcessEnv, string | undefined]>([
  ['nobody, when nothing is said', {}, {}, undefined],
  ['the state', { deleteUnreachable: true }, {}, 'deleteUnreachable'],
  ['the environment', {}, { [VARIABLE]: 'true' }, VARIABLE],
  ['the state before the environment', { deleteUnreachable: true }, { [VARIABLE]: 'false' }, 'deleteUnreachable'],
  ['nobody, when the state says no', { deleteUnreachable: false }, { [VARIABLE]: 'true' }, undefined],
  // As the Kubernetes provider reads it: nothing else is a yes.
  ['nobody, when the environment says anything else', {}, { [VARIABLE]: '1' }, undefined],
  ['nobody, when the environment is empty', {}, { [VARIABLE]: '' }, undefined],
])('that a cluster out of reach is gone is said by %s', (_, outputs, environment, expected) => {
  expect(goneAccordingTo(outputs as Record<string, never>, environment)).toBe(expected);
});

test('a cluster is out of reach when it does not answer or knows nobody, and not when it refuses', () => {
  expect(isOutOfReach([{ cause: 'access-denied', text: '' }, { cause: 'no-answer', text: '' }])).toBe(true);
  expect(isOutOfReach([{ cause: 'credentials', text: '' }])).toBe(true);
  expect(isOutOfReach([{ cause: 'access-denied', text: '' }])).toBe(false);
});
