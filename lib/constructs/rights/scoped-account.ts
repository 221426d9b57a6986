import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { createInstallRoles } from './install-roles';
import { CommonMetadata, manifestObject } from '../model/manifest-object';
import { InstallRules } from '../../report/install-rule';

/**
 * Creates a ServiceAccount and the roles with its rights.
 *
 * @param name name of the account
 * @param namespace namespace of the account and of the operator
 * @returns the account, then its roles and bindings
 */
export function createScopedAccount(scope: Construct, name: string, namespace: string, rules: InstallRules, common: CommonMetadata): ApiObject[] {
  const account = manifestObject(scope, 'ServiceAccount', { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace } }, common);
  return [account, ...createInstallRoles(scope, name, namespace, rules, [{ kind: 'ServiceAccount', name, namespace }], common)];
}
