import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from './custom-resource-definition';
import { dateTime, extended, listOf, object, string, type Fields } from './schema';

const description = 'OperatorCondition is where an operator tells OLM about its state, for instance that it must not be upgraded now. '
  + 'OLM makes one for each ClusterServiceVersion and gives the operator the right to write it.';

/** Who writes an override need not say when: OLM fills that in. */
const override = extended(k8s.Condition, { lastTransitionTime: dateTime('When the status last changed.') });

const shared: Fields = {
  deployments: listOf(string(), 'Names of the operator\'s Deployments.'),
  overrides: listOf(override, 'Conditions that an administrator sets in place of what the operator says.'),
  serviceAccounts: listOf(string(), 'Names of the ServiceAccounts that may write here.'),
};

const status = object('What OLM reads.', {
  conditions: listOf(k8s.Condition, 'Conditions of the operator. OLM knows `Upgradeable`; operators may add their own.'),
});

/** Where an operator tells OLM about its state. */
export const operatorCondition: CrdSource = {
  kind: 'OperatorCondition',
  plural: 'operatorconditions',
  shortNames: ['condition'],
  scope: 'Namespaced',
  versions: [
    {
      name: 'v1',
      storage: false,
      description,
      spec: object('Who the operator is, and what an administrator overrides.', shared),
      status,
    },
    {
      name: 'v2',
      storage: true,
      description,
      spec: object('Who the operator is, what it says, and what an administrator overrides.', {
        conditions: listOf(k8s.Condition, 'What the operator says about itself. OLM copies it to the status where nothing overrides it.'),
        ...shared,
      }),
      status,
    },
  ],
};
