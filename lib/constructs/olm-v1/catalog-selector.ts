import { Construct } from 'constructs';
import { ClusterExtensionProps } from './cluster-extension-props';
import { IClusterCatalog } from './i-cluster-catalog';
import { ConstructError } from '../model/construct-error';
import { checkConvertedKeys } from '../model/converted-keys';
import { toJson_ClusterExtensionProps } from '../../../imports/to-json/cluster-extension';
import * as olmv1 from '../../../imports/olm.operatorframework.io';
import { CATALOG_NAME_LABEL } from '../../olm/v1/model/olm-v1-names';

/**
 * Returns the label selector for the catalogs of a ClusterExtension, or undefined for all catalogs.
 *
 * @throws ConstructError when the props contradict each other, or no label selector describes the catalogs
 */
export function catalogSelector(
  scope: Construct, { catalogs, catalogSelector: selector }: ClusterExtensionProps,
): olmv1.ClusterExtensionSpecSourceCatalogSelector | undefined {
  if (selector !== undefined) {
    checkConvertedKeys(scope, 'catalogSelector', selector, asExtension);
  }
  if (catalogs === undefined) {
    return selector;
  }
  if (selector !== undefined) {
    throw new ConstructError(scope, 'catalogs and catalogSelector are both set; omit one of them');
  }
  const [first, ...others] = catalogs;
  if (first === undefined) {
    throw new ConstructError(scope, 'catalogs is empty; omit it to use all ClusterCatalogs');
  }
  return others.length === 0 ? { matchLabels: { ...first.selectorLabels } } : {
    matchExpressions: [{ key: CATALOG_NAME_LABEL, operator: 'In', values: catalogs.map(catalog => nameOf(scope, catalog)) }],
  };
}

/** Converts a selector as part of a ClusterExtension. */
function asExtension(selector: olmv1.ClusterExtensionSpecSourceCatalogSelector): unknown {
  const source = { sourceType: olmv1.ClusterExtensionSpecSourceSourceType.CATALOG, catalog: { packageName: '', selector } };
  return toJson_ClusterExtensionProps({ spec: { namespace: '', source } });
}

function nameOf(scope: Construct, { selectorLabels, node }: IClusterCatalog): string {
  const { [CATALOG_NAME_LABEL]: name, ...others } = selectorLabels;
  if (name === undefined || Object.keys(others).length > 0) {
    throw new ConstructError(scope, `catalogs has several items, and '${node.path}' is selected by other labels than its name; set 'catalogSelector' instead`);
  }
  return name;
}
