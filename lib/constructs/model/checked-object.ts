import { ApiObject } from 'cdk8s';
import { exactJson } from '../../formats/json/exact-json';
import { isMap } from '../../formats/json/json-value';
import type { KubernetesManifest } from '../../formats/schema/kubernetes-manifest';
import { objectProblems } from '../../formats/schema/checks/object-problems';
import { pathOfField } from '../../formats/schema/checks/value-problems';
import { describeLateValues, knownLater } from './prop-checks';
import { printableValidation } from './printable-validation';

/**
 * Adds the check that the API server accepts an object under its CRD. It applies to the object as written, including what patches and
 * subclasses change in it. Fields whose value is known later are not checked.
 *
 * @param crd returns the CRD; called when the app is synthesized
 */
export function validateAtSynthesis(apiObject: ApiObject, crd: () => KubernetesManifest): void {
  apiObject.node.addValidation(printableValidation(() => refusedFields(apiObject, apiObject.toJson() as object, crd()).map((problem) => (
    describeLateValues(apiObject, `the API server refuses ${apiObject.kind} '${apiObject.name}': ${problem}`)
  ))));
}

/** Returns what the API server refuses in an object under a CRD, each with its field. Fields whose value is known later are not checked. */
export function refusedFields(apiObject: ApiObject, manifest: object, crd: KubernetesManifest): string[] {
  const isKnownLater = knownLater(apiObject);
  return objectProblems(crd, manifest)
    .filter(({ field }) => isKnownLater?.(exactJson(valueAt(manifest, field))) !== true)
    .map(({ field, message }) => `${field === '' ? '' : `${field}: `}${message}`);
}

/** Returns the value of a field such as `spec.channels[2]`, or `null` if it is missing. */
function valueAt(object: object, path: string): unknown {
  return pathOfField(path).reduce<unknown>((value, key) => (
    (isMap(value) || Array.isArray(value)) && Object.hasOwn(value, key) ? (value as { readonly [key: string]: unknown })[key] : null
  ), object);
}
