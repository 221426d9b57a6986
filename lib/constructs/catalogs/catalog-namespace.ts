import { Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { OLM_NAMESPACE } from '../../olm/names';
import { IOlmInstallation, olmOfCluster } from '../installation/olm-of-cluster';
import { checkNamespace } from '../model/prop-checks';
import { printableValidation } from '../model/printable-validation';

/** Props of a catalog that determine its namespace. */
export interface CatalogNamespaceProps {
  readonly namespace?: string | undefined;
  readonly olm?: IOlmInstallation | undefined;
}

/**
 * Returns the namespace of a catalog: that of the props, that of the chart, or the global catalog namespace of the cluster's OLM.
 *
 * @throws ConstructError when it is not a valid name
 */
export function catalogNamespaceOf(construct: Construct, props: CatalogNamespaceProps): string {
  const namespace = specifiedNamespace(construct, props) ?? olmOfCluster(construct)?.catalogNamespace ?? OLM_NAMESPACE;
  checkNamespace(construct, 'namespace', namespace);
  return namespace;
}

/** Adds the check that an OLM created later has the same global catalog namespace as the one used by default. */
export function checkDefaultNamespace(construct: Construct, props: CatalogNamespaceProps, namespace: string): void {
  if (specifiedNamespace(construct, props) !== undefined) {
    return;
  }
  construct.node.addValidation(printableValidation(() => {
    const installation = olmOfCluster(construct);
    return installation === undefined || installation.catalogNamespace === namespace ? [] : [
      `namespace is '${namespace}' by default, because the OLM at '${installation.node.path}' was created later; its catalog namespace is `
      + `'${installation.catalogNamespace}': create the OLM first, or set \`namespace\` or \`olm\``];
  }));
}

function specifiedNamespace(construct: Construct, { namespace, olm }: CatalogNamespaceProps): string | undefined {
  return namespace ?? olm?.catalogNamespace ?? Chart.of(construct).namespace;
}
