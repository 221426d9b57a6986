import { dateTime, listOf, object, required, string, struct, type Fields } from '../../../formats/schema/schema';

/** Fields of the status, and of each of its conditions. */
const state: Fields = {
  lastTransitionTime: dateTime('Time when the phase last changed.'),
  lastUpdateTime: dateTime('Time when the phase was last confirmed.'),
  message: string('Human-readable explanation of the phase.'),
  phase: string('Phase of the installation. One of `Pending`, `InstallReady`, `Installing`, `Succeeded`, `Failed`, `Unknown`, `Replacing` or `Deleting`.'),
  reason: string('Reason for the phase, as a CamelCase word.'),
};

const dependent = struct({
  group: required(string('API group of the object.')),
  kind: required(string('Kind of the object.')),
  message: string('Details, such as the required permission as JSON.'),
  status: required(string('Either `Satisfied` or `NotSatisfied`.')),
  uuid: string('UID of the object.'),
  version: required(string('API version of the object.')),
});

const requirement = struct({
  dependents: listOf(dependent, 'Parts of the requirement.'),
  group: required(string('API group of the object.')),
  kind: required(string('Kind of the object.')),
  message: required(string('Human-readable result of the check.')),
  name: required(string('Name of the object.')),
  status: required(string('Status of the requirement, such as `Present`, `NotPresent` or `PresentNotSatisfied`.')),
  uuid: string('UID of the object, if it exists.'),
  version: required(string('API version of the object.')),
});

const pendingDeletion = struct({
  group: required(string('API group of the object.')),
  instances: required(listOf(struct({
    name: required(string('Name of the object.')),
    namespace: string('Namespace of the object. Not set for cluster-scoped objects.'),
  }), 'Objects of this kind that still exist.')),
  kind: required(string('Kind of the object.')),
});

/** `status` of a ClusterServiceVersion. */
export const csvStatus = object('Observed state of the installation.', {
  ...state,
  certsLastUpdated: dateTime('Time when OLM last rotated the certificates of webhooks and API servers.'),
  certsRotateAt: dateTime('Time when OLM will rotate the certificates next.'),
  cleanup: object('Progress of the cleanup that `spec.cleanup` enables.', {
    pendingDeletion: listOf(pendingDeletion, 'Custom resources that still exist.'),
  }),
  conditions: listOf(struct(state), 'History of phases, oldest first. Only the most recent phases are kept.'),
  requirementStatus: listOf(requirement, 'Requirements of the operator, and whether they are met.'),
});
