import { dateTime, listOf, object, required, string, struct, type Fields } from './schema';

/** What the status says now, and each of its conditions says about an earlier time. */
const state: Fields = {
  lastTransitionTime: dateTime('When the phase last changed.'),
  lastUpdateTime: dateTime('When the phase was last confirmed.'),
  message: string('Why, in a sentence.'),
  phase: string('`Pending`, `InstallReady`, `Installing`, `Succeeded`, `Failed`, `Unknown`, `Replacing` or `Deleting`.'),
  reason: string('Why, in a word.'),
};

const dependent = struct({
  group: required(string('API group.')),
  kind: required(string('Kind.')),
  message: string('More about it, such as the right that is asked for, as JSON.'),
  status: required(string('`Satisfied` or `NotSatisfied`.')),
  uuid: string('UID.'),
  version: required(string('API version.')),
});

const requirement = struct({
  dependents: listOf(dependent, 'What the requirement consists of.'),
  group: required(string('API group.')),
  kind: required(string('Kind.')),
  message: required(string('What was found.')),
  name: required(string('Name.')),
  status: required(string('`Present`, `NotPresent`, `PresentNotSatisfied` and the like.')),
  uuid: string('UID, when it is there.'),
  version: required(string('API version.')),
});

const pendingDeletion = struct({
  group: required(string('API group.')),
  instances: required(listOf(struct({
    name: required(string('Name.')),
    namespace: string('Namespace; absent for objects that belong to none.'),
  }), 'The objects.')),
  kind: required(string('Kind.')),
});

/** How far the installation of an operator got. */
export const csvStatus = object('How far the installation got.', {
  ...state,
  certsLastUpdated: dateTime('When OLM last renewed the certificates of webhooks and API servers.'),
  certsRotateAt: dateTime('When OLM will renew them next.'),
  cleanup: object('What is being deleted because of `spec.cleanup`.', {
    pendingDeletion: listOf(pendingDeletion, 'Objects that are still there.'),
  }),
  conditions: listOf(struct(state), 'The phases so far, oldest first. Only the newest ones are kept.'),
  requirementStatus: listOf(requirement, 'What the operator needs, and whether it is there.'),
});
