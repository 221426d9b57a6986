import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import { dateTime, extended, listOf, object, string, type Fields } from '../../../formats/schema/schema';

const description = 'OperatorCondition reports the state of an operator to OLM, for example that it cannot be upgraded at the moment. '
  + 'OLM creates one for each ClusterServiceVersion and permits the operator to update it.';

/** In overrides, the transition time is optional, since OLM sets it. */
const override = extended(k8s.Condition, { lastTransitionTime: dateTime('Time when the status last changed.') });

const shared: Fields = {
  deployments: listOf(string(), 'Names of the operator\'s Deployments.'),
  overrides: listOf(override, 'Conditions set by an administrator, which override those that the operator reports.'),
  serviceAccounts: listOf(string(), 'Names of the ServiceAccounts that may update the OperatorCondition.'),
};

const status = object('Observed state of the operator.', {
  conditions: listOf(k8s.Condition, 'Conditions of the operator. OLM evaluates `Upgradeable`; operators can add their own.'),
});

/** CRD of OperatorConditions: states that operators report to OLM. */
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
      spec: object('Identity of the operator, and conditions that an administrator overrides.', shared),
      status,
    },
    {
      name: 'v2',
      storage: true,
      description,
      spec: object('Identity and conditions of the operator, and conditions that an administrator overrides.', {
        conditions: listOf(k8s.Condition, 'Conditions that the operator reports. OLM copies them to the status unless they are overridden.'),
        ...shared,
      }),
      status,
    },
  ],
};
