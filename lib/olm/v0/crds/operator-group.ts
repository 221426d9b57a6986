import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import { boolean, dateTime, described, listOf, marksSince, object, oneOf, required, setOf, since, string, type Fields, type Schema } from '../../../formats/schema/schema';

const description = 'OperatorGroup selects the target namespaces of the operators in its own namespace. Operators are only installed in a '
  + 'namespace with exactly one OperatorGroup.';

const SELECTOR = 'Label selector for the target namespaces. Ignored if `targetNamespaces` is set; if neither is set, all namespaces are targets.';
const TARGETS = 'Names of the target namespaces.';

function commonSpec(targetNamespaces: Schema): Fields {
  return {
    selector: described(SELECTOR, k8s.LabelSelector),
    serviceAccountName: string('Name of the ServiceAccount whose permissions are used to install operators, instead of OLM\'s own.'),
    staticProvidedAPIs: boolean('Whether to leave the annotation that lists the provided APIs unchanged.'),
    targetNamespaces,
  };
}

function commonStatus(namespaces: Schema): Fields {
  return {
    lastUpdated: required(dateTime('Time when the status last changed.')),
    namespaces,
    serviceAccountRef: described('ServiceAccount of the spec, if it exists.', k8s.ObjectReference),
  };
}

const TARGETS_FOUND = 'Names of the target namespaces found. A single empty name means all namespaces.';

/** CRD of OperatorGroups: target namespaces of the operators in a namespace. */
export const operatorGroup: CrdSource = {
  kind: 'OperatorGroup',
  plural: 'operatorgroups',
  shortNames: ['og'],
  scope: 'Namespaced',
  versions: [
    {
      name: 'v1',
      storage: true,
      description,
      spec: marksSince('0.21.0', object('Target namespaces, and settings for installing operators.', {
        ...commonSpec(setOf(string(), TARGETS)),
        upgradeStrategy: since('0.21.0', oneOf(
          ['Default', 'TechPreviewUnsafeFailForward'],
          'Upgrade strategy. `TechPreviewUnsafeFailForward` lets an upgrade replace an operator that failed to install; `Default` does not.',
          { default: 'Default' },
        )),
      }, { default: { upgradeStrategy: 'Default' } })),
      status: object('Observed state of the OperatorGroup.', {
        conditions: since('0.19.0', listOf(k8s.Condition, 'Conditions that report problems with the OperatorGroup.')),
        ...commonStatus(setOf(string(), TARGETS_FOUND)),
      }),
    },
    {
      name: 'v1alpha2',
      storage: false,
      description: `${description} Deprecated in favor of v1.`,
      spec: object('Target namespaces, and settings for installing operators.', commonSpec(listOf(string(), TARGETS))),
      status: object('Observed state of the OperatorGroup.', commonStatus(listOf(string(), TARGETS_FOUND))),
    },
  ],
};
