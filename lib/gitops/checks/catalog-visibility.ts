import type { ApiObject } from 'cdk8s';
import { OPENSHIFT_OLM } from '../../constructs/installation/existing-olm';
import { EXCLUDE_GLOBAL_CATALOGS } from '../../constructs/subscription/operator-group';
import { OperatorSubscription } from '../../constructs/subscription/operator-subscription';
import { fieldAt, stringField } from '../../formats/json/json-value';
import { OLM_GROUP } from '../../formats/schema/api-groups';
import { OLM_NAMESPACE } from '../../olm/names';
import { FindingSeverity } from '../../validation/model/finding';
import type { CheckDefinition, CheckedCluster, Problem } from './checked-cluster';

const SOURCE = 'https://olm.operatorframework.io/docs/concepts/crds/catalogsource/#global-catalogs';

/** OLM resolves a namespace with the catalogs in it, and with those of its global catalog namespace. */
export const CATALOG_NOT_VISIBLE: CheckDefinition = {
  id: 'catalog-not-visible',
  severity: FindingSeverity.ERROR,
  summary: 'the catalogs of Subscriptions are in their namespace, or in the global catalog namespace of OLM',
  remedy: 'use a catalog in the namespace of the Subscription, or in the global catalog namespace of OLM',
  source: SOURCE,
  find: (view) => catalogUses(view).flatMap((use): Problem[] => {
    const { construct, source, catalogNamespace, namespace, isChecked } = use;
    const global = view.olm?.catalogNamespace;
    const group = excludingGroup(view, namespace);
    if (group !== undefined) {
      return [{
        constructs: [construct, group],
        message: `the Subscription in namespace '${namespace}' has the catalog '${source}' in namespace '${catalogNamespace}', and the OperatorGroup at '${group.node.path}' excludes all `
          + 'catalogs of other namespaces',
        remedy: `use a catalog in namespace '${namespace}', or remove the annotation ${EXCLUDE_GLOBAL_CATALOGS}`,
      }];
    }
    return global === undefined || isChecked || catalogNamespace === global || view.isUnknown(global) ? [] : [{
      constructs: [construct],
      message: `the Subscription in namespace '${namespace}' has the catalog '${source}' in namespace '${catalogNamespace}', which OLM does not use there: its global catalog namespace is `
        + `'${global}'`,
    }];
  }),
};

/** Global catalog namespaces of upstream's OLM and of OpenShift. */
const KNOWN_GLOBAL = [OLM_NAMESPACE, OPENSHIFT_OLM.catalogNamespace];

/** Clusters whose OLM is not part of the app. */
export const CATALOG_VISIBILITY_UNKNOWN: CheckDefinition = {
  id: 'catalog-visibility-unknown',
  severity: FindingSeverity.WARNING,
  summary: 'the catalogs of Subscriptions are known to be visible to them',
  remedy: 'use a catalog in the namespace of the Subscription, or declare the namespaces of the OLM with `existingOlm` of the Cluster or `OlmInstallation.fromExisting`',
  source: SOURCE,
  find: (view) => (view.olm !== undefined ? [] : catalogUses(view).filter(({ catalogNamespace }) => !KNOWN_GLOBAL.includes(catalogNamespace))
    .map(({ construct, source, catalogNamespace, namespace }) => ({
      constructs: [construct],
      message: `the Subscription in namespace '${namespace}' has the catalog '${source}' in namespace '${catalogNamespace}', which OLM uses there only if it is its global catalog namespace; `
        + `upstream's is '${OLM_NAMESPACE}', and the app does not know the OLM of the cluster`,
    }))),
};

/** A Subscription whose catalog is in another namespace. */
interface CatalogUse {
  readonly construct: Problem['constructs'][number];
  readonly namespace: string;
  readonly source: string;
  readonly catalogNamespace: string;

  /** Whether the construct itself checks its catalog. */
  readonly isChecked: boolean;
}

function catalogUses(view: CheckedCluster): CatalogUse[] {
  return view.operators.flatMap(({ engine, object, construct, namespace, isChecked }) => {
    const spec = engine === 'OlmV0' && object !== undefined ? fieldAt(view.manifestOf(object), 'spec') : undefined;
    const catalogNamespace = stringField(spec, 'sourceNamespace') ?? '';
    const isUndecided = catalogNamespace === '' || namespace === '' || view.isUnknown(catalogNamespace, namespace);
    return isUndecided || catalogNamespace === namespace ? [] : [{ construct, namespace, source: stringField(spec, 'source') ?? '', catalogNamespace, isChecked }];
  });
}

/** Returns the OperatorGroup that excludes global catalogs from a namespace. An OperatorSubscription checks its own. */
function excludingGroup(view: CheckedCluster, namespace: string): ApiObject | undefined {
  return view.ofKind(OLM_GROUP, 'OperatorGroup', namespace).find((group) => (
    !OperatorSubscription.isOperatorSubscription(group.node.scope)
      && fieldAt(view.manifestOf(group), 'metadata', 'annotations', EXCLUDE_GLOBAL_CATALOGS) === 'true'
  ));
}
