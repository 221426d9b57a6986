import * as k8s from '../generated/kubernetes-types';
import type { CrdSource } from './custom-resource-definition';
import { boolean, dateTime, described, listOf, marksSince, object, oneOf, required, setOf, since, string, type Fields, type Schema } from './schema';

const description = 'OperatorGroup says for which namespaces the operators of its own namespace work. Operators are installed only where there is '
  + 'exactly one.';

const SELECTOR = 'Selects the target namespaces by their labels. Ignored when `targetNamespaces` is set; with neither, all namespaces are targets.';
const TARGETS = 'Names of the target namespaces.';

function commonSpec(targetNamespaces: Schema): Fields {
  return {
    selector: described(SELECTOR, k8s.LabelSelector),
    serviceAccountName: string('ServiceAccount with whose rights operators are installed, instead of OLM\'s own.'),
    staticProvidedAPIs: boolean('Leave the annotation that lists the APIs on offer as it is.'),
    targetNamespaces,
  };
}

function commonStatus(namespaces: Schema): Fields {
  return {
    lastUpdated: required(dateTime('When the status last changed.')),
    namespaces,
    serviceAccountRef: described('The ServiceAccount of the spec, when it exists.', k8s.ObjectReference),
  };
}

const TARGETS_FOUND = 'The target namespaces that were found; one empty name stands for all.';

/** The namespaces for which the operators of a namespace work. */
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
      spec: marksSince('0.21.0', object('Which namespaces are targets, and how operators are installed there.', {
        ...commonSpec(setOf(string(), TARGETS)),
        upgradeStrategy: since('0.21.0', oneOf(
          ['Default', 'TechPreviewUnsafeFailForward'],
          '`TechPreviewUnsafeFailForward` lets an upgrade replace an operator that failed to install; `Default` does not.',
          { default: 'Default' },
        )),
      }, { default: { upgradeStrategy: 'Default' } })),
      status: object('What the group has come to.', {
        conditions: since('0.19.0', listOf(k8s.Condition, 'What is wrong with the group.')),
        ...commonStatus(setOf(string(), TARGETS_FOUND)),
      }),
    },
    {
      name: 'v1alpha2',
      storage: false,
      description: `${description} Deprecated in favour of v1.`,
      spec: object('Which namespaces are targets, and how operators are installed there.', commonSpec(listOf(string(), TARGETS))),
      status: object('What the group has come to.', commonStatus(listOf(string(), TARGETS_FOUND))),
    },
  ],
};
