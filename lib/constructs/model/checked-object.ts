import { ApiObject } from 'cdk8s';
import type { KubernetesManifest } from '../../schema/kubernetes-manifest';
import { objectProblems } from '../../schema/load';

/**
 * Adds the check that the API server accepts an object under its CRD. It applies to the object as it is written, and so to what patches and
 * subclasses change in it, too.
 *
 * @param crd returns the CRD; called when the app is synthesized
 */
export function validateAtSynthesis(apiObject: ApiObject, crd: () => KubernetesManifest): void {
  apiObject.node.addValidation({
    validate: () => objectProblems(crd(), apiObject.toJson() as object).map(({ field, message }) => (
      `the API server refuses ${apiObject.kind} '${apiObject.name}': ${field === '' ? '' : `${field}: `}${message}`
    )),
  });
}
