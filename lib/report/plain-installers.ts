import { checkKnownKeys } from '../formats/json/known-keys';
import { buildPlainInstallRules } from './build-plain-install-rules';
import type { IPlainRendering } from './i-plain-rendering';
import {
  OLM_V1_PERMISSIONS_OPTIONS, type OlmV1PermissionsOptions, PLAIN_PERMISSIONS_OPTIONS, type PlainPermissionsOptions,
} from './install-permissions-options';
import type { InstallRule, InstallRules } from './install-rule';

/**
 * Returns the rules with which a GitOps controller or a program can install an operator without OLM, by server-side apply.
 *
 * @throws Error if an option is unknown
 */
export function plainInstallRules(rendering: IPlainRendering, options: PlainPermissionsOptions): InstallRules {
  checkKnownKeys('options of InstallPermissions.ofPlain', options, PLAIN_PERMISSIONS_OPTIONS);
  const { watch = true, createNamespace = true } = options;
  return buildPlainInstallRules(rendering, {
    watches: watch ? 'own-namespaces' : 'nothing', createsNamespace: createNamespace, escalatesByName: true, clusterRules: [],
  });
}

/**
 * Returns the rules with which the controller of OLM v1 can install an operator on behalf of a ServiceAccount: those that its preflight check of
 * permissions (feature gate PreflightPermissions) requires. Without the gate it uses the same rights.
 *
 * @throws Error if an option is unknown, or the name of the extension is missing
 * @see https://github.com/operator-framework/operator-controller/blob/v1.9.0/internal/operator-controller/authorization/rbac.go
 * @see https://github.com/operator-framework/operator-controller/blob/v1.9.0/docs/howto/derive-service-account.md
 */
export function olmV1InstallRules(rendering: IPlainRendering, options: OlmV1PermissionsOptions): InstallRules {
  checkKnownKeys('options of InstallPermissions.ofOlmV1', options, OLM_V1_PERMISSIONS_OPTIONS);
  const { extension, boxcutter = false } = options;
  refuse(typeof extension === 'string' && extension !== '' ? undefined : "extension is required: set 'extension' to the name of the ClusterExtension");
  return buildPlainInstallRules(rendering, {
    // Its caches span all namespaces.
    watches: boxcutter ? 'nothing' : 'cluster',
    createsNamespace: false,
    escalatesByName: false,
    // Revisions have a number in their name; their kind was renamed between releases.
    clusterRules: boxcutter
      ? [finalizers('clusterextensionrevisions'), finalizers('clusterobjectsets')]
      : [finalizers('clusterextensions', extension)],
  });
}

function finalizers(resource: string, ...resourceNames: string[]): InstallRule {
  return {
    purpose: 'own the objects, where the API server checks owners (OwnerReferencesPermissionEnforcement)',
    verbs: ['update'],
    apiGroups: ['olm.operatorframework.io'],
    resources: [`${resource}/finalizers`],
    resourceNames,
    nonResourceUrls: [],
  };
}

function refuse(problem: string | undefined): void {
  if (problem !== undefined) {
    throw new Error(problem);
  }
}
