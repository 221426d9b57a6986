import { type CheckDefinition, ownerOf } from './check-definition';
import { targetNamespacesIn } from '../../constructs/target-namespaces';
import { field } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../olm/v0/model/olm-names';
import { FindingSeverity } from '../../validation/model/severity';

/** The namespace of the OperatorGroup itself is excluded: the OperatorGroup cannot be created without it. */
export const TARGET_NAMESPACE_MISSING: CheckDefinition = {
  id: 'target-namespace-missing',
  severity: FindingSeverity.WARNING,
  summary: 'the target namespaces of OperatorGroups exist',
  remedy: 'create the Namespace in the app, or add it to `existingNamespaces` of the checks',
  source: 'https://olm.operatorframework.io/docs/advanced-tasks/operator-scoping-with-operatorgroups/',
  find: (view) => view.ofKind(OLM_GROUP, 'OperatorGroup').flatMap((group) => {
    const targets = targetNamespacesIn(field(view.manifestOf(group), 'spec')) ?? [];
    return targets.filter((target) => target !== group.metadata.namespace && !view.hasNamespace(target)).map((target) => ({
      constructs: [ownerOf(group)],
      message: `the OperatorGroup '${group.name}' in namespace '${group.metadata.namespace ?? ''}' has the target namespace '${target}', which nothing creates`,
    }));
  }),
};
