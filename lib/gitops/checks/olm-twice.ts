import type { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { type CheckDefinition, quotedPaths } from './check-definition';
import type { CheckedCluster } from './checked-cluster';
import { OlmInstallation } from '../../constructs/olm-installation';
import { FindingSeverity } from '../../validation/model/severity';

/** Deployments of OLM's controllers, by the name of the OLM. */
const CONTROLLERS: { readonly [olm: string]: string } = { 'OLM v0': 'olm-operator', 'OLM v1': 'operator-controller-controller-manager' };

/** A second `OlmInstallation` in a cluster is an error when it is constructed; this also finds an OLM in manifests. */
export const OLM_TWICE: CheckDefinition = {
  id: 'olm-twice',
  severity: FindingSeverity.ERROR,
  summary: 'a cluster has one installation of OLM v0 and one of OLM v1 at most',
  remedy: 'remove one of them, or create each in its own Cluster',
  source: 'https://olm.operatorframework.io/docs/concepts/olm-architecture/',
  find: (view) => Object.entries(CONTROLLERS).flatMap(([olm, deployment]) => {
    const installations = [...constructsOf(view, olm), ...deploymentsOf(view, deployment)];
    return installations.length < 2 ? [] : [{
      constructs: installations,
      message: `the cluster has ${installations.length} installations of ${olm}, at ${quotedPaths(installations)}, which work against each other`,
    }];
  }),
};

/** Returns the construct for the OLM of the cluster, if it has one. */
function constructsOf(view: CheckedCluster, olm: string): IConstruct[] {
  return olm === 'OLM v0' && view.olm !== undefined ? [view.olm] : [];
}

function deploymentsOf(view: CheckedCluster, name: string): ApiObject[] {
  return view.ofKind('apps', 'Deployment').filter((object) => (
    object.name === name && !object.node.scopes.some((scope) => OlmInstallation.isOlmInstallation(scope))
  ));
}
