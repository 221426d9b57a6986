import { mapListField, stringField } from '../../../formats/json/json-value';
import { condition, isTerminating, KubernetesObject } from '../view/kubernetes-object';
import { Finding } from '../explain/explanation';
import { quote } from '../explain/formatting';

/** Returns why the API server does not serve a CRD or one of its versions, or undefined if it does. */
export function crdProblem(crd: KubernetesObject, version: string | undefined): Finding | undefined {
  const { name } = crd.metadata;
  if (isTerminating(crd)) {
    return { cause: 'crd-not-established', message: `CustomResourceDefinition ${name} is being deleted` };
  }
  const names = condition(crd, 'NamesAccepted');
  if (names?.status === 'False') {
    return { cause: 'crd-names-conflict', message: `CustomResourceDefinition ${name} cannot be served: ${quote(names.message)}` };
  }
  const established = condition(crd, 'Established');
  if (established?.status !== 'True') {
    const why = established === undefined ? '' : `: ${quote(established.message)}`;
    return { cause: 'crd-not-established', message: `CustomResourceDefinition ${name} is not established${why}` };
  }
  const versions = mapListField(crd.spec, 'versions');
  const isServed = version === undefined || versions.some((found) => stringField(found, 'name') === version && found['served'] === true);
  return isServed ? undefined : { cause: 'crd-version-not-served', message: `CustomResourceDefinition ${name} does not serve version ${version}` };
}
