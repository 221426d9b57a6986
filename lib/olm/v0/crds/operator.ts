import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import { dateTime, described, extended, listOf, object, required, string, struct } from '../../../formats/schema/schema';

const component = extended(k8s.ObjectReference, {
  conditions: listOf(struct({
    lastTransitionTime: dateTime('Time when the status last changed.'),
    lastUpdateTime: dateTime('Time when the condition was last checked.'),
    message: string('Human-readable explanation of the status.'),
    reason: string('Reason for the status, as a CamelCase word.'),
    status: required(string('Status of the condition. One of `True`, `False` or `Unknown`.')),
    type: required(string('Type of the condition.')),
  }), 'Conditions of the object that indicate the state of the operator.'),
});

/** CRD of Operators: summaries of the objects of an operator. */
export const operator: CrdSource = {
  kind: 'Operator',
  plural: 'operators',
  scope: 'Cluster',
  versions: [{
    name: 'v1',
    storage: true,
    description: 'Operator summarizes the objects that belong to an operator. OLM creates one for each Subscription.',
    optionalMetadata: true,
    spec: object('Empty. An Operator has no settings.'),
    status: object('Observed state of the operator.', {
      components: object('Objects with the label `operators.coreos.com/<name>`.', {
        labelSelector: required(described('Label selector for the objects.', k8s.LabelSelector)),
        refs: listOf(component, 'References to the objects found.'),
      }),
    }),
  }],
};
