import { Construct } from 'constructs';
import { ClusterExtensionProps } from './cluster-extension-props';
import { ExtensionChoice } from './extension-choice';
import { joinedRules } from '../rights/install-roles';
import { ConstructError } from '../model/construct-error';
import { OperatorServiceAccount } from '../model/operator-service-account';
import { checkObjectName } from '../model/prop-checks';
import { OlmV1Version } from '../../olm/v1/model/olm-v1-version';
import { InstallPermissions } from '../../report/install-permissions';
import { InstallRules } from '../../report/install-rule';

/** ServiceAccount with which OLM v1 installs an extension. */
export interface ExtensionAccount {
  /** Name of the account, or undefined if the release ignores accounts. */
  readonly name: string | undefined;

  /** Rights of the account, or undefined if it is not created. */
  readonly rules: InstallRules | undefined;

  readonly warnings: readonly string[];
}

/** First release that ignores ServiceAccounts. */
const WITHOUT_ACCOUNTS = OlmV1Version.V1_11_0;

/** First release whose experimental manifests enable BoxcutterRuntime, for which the account needs different rights. */
const BOXCUTTER = OlmV1Version.V1_6_0;

/**
 * Returns the ServiceAccount of a ClusterExtension. Up to OLM v1 1.10 there must be one.
 *
 * @param extension name of the ClusterExtension
 * @throws ConstructError when an account is required and missing, its name is invalid, or its rights are unknown
 */
export function chooseExtensionAccount(
  scope: Construct, extension: string, { target: { version, experimental }, renderings }: ExtensionChoice, props: ClusterExtensionProps,
): ExtensionAccount {
  const { serviceAccount = renderings.length > 0 ? OperatorServiceAccount.create() : undefined } = props;
  if (version.isAtLeast(WITHOUT_ACCOUNTS)) {
    const warnings = props.serviceAccount === undefined ? [] : [
      `serviceAccount is not written: OLM v1 ${version.version} ignores it and installs with the rights of a cluster administrator; omit it`,
    ];
    return { name: undefined, rules: undefined, warnings };
  }
  if (serviceAccount === undefined) {
    throw new ConstructError(scope, `serviceAccount is required by OLM v1 ${version.version}: set it to OperatorServiceAccount.named(), or set 'bundles' to `
      + `those that may be installed, and an account with the rights to install them is created; OLM v1 ${WITHOUT_ACCOUNTS.version} needs none`);
  }
  const { name = `${extension}-installer`, isCreated, clusterPermissions } = serviceAccount;
  checkObjectName(scope, 'serviceAccount', name);
  if (!isCreated) {
    return { name, rules: undefined, warnings: [] };
  }
  if (clusterPermissions) {
    throw new ConstructError(scope, 'serviceAccount has clusterPermissions, which are for an OperatorGroup; omit them, since an account of OLM v1 always has rights in '
      + 'the whole cluster');
  }
  if (renderings.length === 0) {
    throw new ConstructError(scope, "serviceAccount is created with the rights that its bundles need, and they are unknown; set 'bundles' to those that may be "
      + 'installed, or use OperatorServiceAccount.named()');
  }
  const options = { extension, boxcutter: experimental && version.isAtLeast(BOXCUTTER) };
  return { name, rules: joinedRules(renderings.map(rendering => InstallPermissions.ofOlmV1(rendering, options))), warnings: [] };
}
