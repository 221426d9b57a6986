import { fieldAt, stringMapField } from '../../formats/json/json-value';
import { selectsLabels } from '../../formats/schema/label-selector';
import type { Manifest } from './manifests';

/** Label that catalogd sets on every ClusterCatalog. */
const NAME_LABEL = 'olm.operatorframework.io/metadata.name';

/** Returns the ClusterCatalogs from which OLM v1 may install a ClusterExtension. One without a selector uses all of them. */
export function selectedCatalogs(extension: Manifest, catalogs: readonly Manifest[]): Manifest[] {
  const selector = fieldAt(extension.object, 'spec', 'source', 'catalog', 'selector');
  return catalogs.filter(({ name, object }) => selectsLabels(selector, { ...stringMapField(fieldAt(object, 'metadata'), 'labels'), [NAME_LABEL]: name }));
}
