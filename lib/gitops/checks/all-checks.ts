import type { CheckDefinition } from './check-definition';
import { CUSTOM_RESOURCE_INVALID, KIND_UNKNOWN } from './custom-resources';
import { API_DEPRECATED, API_REMOVED, DEPRECATED_CONTENT } from './deprecated-content';
import { ENGINE_OF_CLUSTER, ENGINES_IN_CLUSTER, ENGINES_IN_NAMESPACE } from './engines';
import { IMAGE_WITHOUT_DIGEST } from './image-digests';
import { KUBERNETES_TOO_OLD } from './kubernetes-version';
import { OLM_TWICE } from './olm-twice';
import { OPERATOR_GROUPS_INTERSECT } from './operator-groups';
import { PACKAGE_TWICE } from './package-twice';
import { REQUIRED_API_MISSING } from './required-apis';
import { TARGET_NAMESPACE_MISSING } from './target-namespaces';

/** All checks, in the order of their findings. */
export const ALL_CHECKS: readonly CheckDefinition[] = [
  OLM_TWICE, PACKAGE_TWICE, OPERATOR_GROUPS_INTERSECT, TARGET_NAMESPACE_MISSING, REQUIRED_API_MISSING, KUBERNETES_TOO_OLD, ENGINE_OF_CLUSTER,
  ENGINES_IN_NAMESPACE, ENGINES_IN_CLUSTER, CUSTOM_RESOURCE_INVALID, KIND_UNKNOWN, API_REMOVED, API_DEPRECATED,
  DEPRECATED_CONTENT, IMAGE_WITHOUT_DIGEST,
];
