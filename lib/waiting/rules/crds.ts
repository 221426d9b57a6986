import { mapsField, textField } from '../../../../bundle/json-value';
import { condition, isDeleted, KubernetesObject } from '../../cluster/kubernetes-object';
import { Finding } from '../finding';
import { quote } from '../quote';

/** What keeps the API server from serving a version of a CRD; undefined where nothing does. */
export function crdProblem(crd: KubernetesObject, version: string | undefined): Finding | undefined {
  const { name } = crd.metadata;
  if (isDeleted(crd)) {
    return { cause: 'crd-not-established', text: `CustomResourceDefinition ${name} is being deleted` };
  }
  const names = condition(crd, 'NamesAccepted');
  if (names?.status === 'False') {
    return { cause: 'crd-names-clash', text: `CustomResourceDefinition ${name} cannot be served: ${quote(names.message)}` };
  }
  const established = condition(crd, 'Established');
  if (established?.status !== 'True') {
    const why = established === undefined ? '' : `: ${quote(established.message)}`;
    return { cause: 'crd-not-established', text: `CustomResourceDefinition ${name} is not established${why}` };
  }
  const versions = mapsField(crd.spec, 'versions');
  const isServed = version === undefined || versions.some((found) => textField(found, 'name') === version && found['served'] === true);
  return isServed ? undefined : { cause: 'crd-version-not-served', text: `CustomResourceDefinition ${name} does not serve version ${version}` };
}
