import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from './custom-resource-definition';
import { dateTime, described, extended, listOf, object, required, string, struct } from './schema';

const component = extended(k8s.ObjectReference, {
  conditions: listOf(struct({
    lastTransitionTime: dateTime('When the status last changed.'),
    lastUpdateTime: dateTime('When the condition was last looked at.'),
    message: string('Why, in a sentence.'),
    reason: string('Why, in a word.'),
    status: required(string('`True`, `False` or `Unknown`.')),
    type: required(string('What the condition is about.')),
  }), 'Conditions of the object that say something about the operator\'s state.'),
});

/** A summary of everything that belongs to one operator. */
export const operator: CrdSource = {
  kind: 'Operator',
  plural: 'operators',
  scope: 'Cluster',
  versions: [{
    name: 'v1',
    storage: true,
    description: 'Operator sums up all objects that belong to one operator. OLM makes it for every Subscription.',
    optionalMetadata: true,
    spec: object('Empty: there is nothing to set.'),
    status: object('What belongs to the operator.', {
      components: object('Objects with the label `operators.coreos.com/<name>`.', {
        labelSelector: required(described('Selects these objects.', k8s.LabelSelector)),
        refs: listOf(component, 'The objects that were found.'),
      }),
    }),
  }],
};
