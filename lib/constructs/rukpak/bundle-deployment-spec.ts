import { Construct } from 'constructs';
import { defined } from '../../formats/json/defined';
import { toYaml } from '../../formats/yaml/write';
import { RukpakVersion } from '../../olm/rukpak/rukpak-version';
import { ConstructError } from '../model/construct-error';
import { checkNamespace } from '../model/prop-checks';
import { ProvisionerClass, requireRelease, templateClasses } from './provisioner-class';
import type { RukpakBundleDeploymentProps } from './rukpak-bundle-deployment';
import { BoundSource } from './source-options';

const V1ALPHA1 = { since: '0.6.0', until: '0.17.0' };
const INSTALL_NAMESPACE = { since: '0.20.0' };

/**
 * Returns the spec of a BundleDeployment.
 *
 * @throws ConstructError when the release does not support a prop, or a prop is invalid
 */
export function deploymentSpec(
  scope: Construct, version: RukpakVersion, props: RukpakBundleDeploymentProps, { source }: BoundSource,
): { [field: string]: unknown } {
  checkReleases(scope, version, props);
  const { provisionerClass, installerClass, labels, annotations, installNamespace, watchNamespaces, crdUpgradeSafety } = props;
  const config = configOf(scope, props);
  const shared = config === undefined ? {} : { config };
  if (!version.isAtLeast(RukpakVersion.V0_17_0)) {
    const classes = templateClasses(scope, version, provisionerClass, installerClass);
    const metadata = { ...defined({ labels, annotations }) };
    return {
      ...shared,
      provisionerClassName: classes.installation,
      template: { metadata, spec: { provisionerClassName: classes.bundle, source } },
    };
  }
  return {
    ...shared,
    ...defined({ installNamespace }),
    provisionerClassName: provisionerClass._nameIn(scope, 'provisionerClass', version),
    source,
    ...defined({ watchNamespaces }),
    ...(crdUpgradeSafety === undefined ? {} : { preflight: { crdUpgradeSafety: { disabled: !crdUpgradeSafety } } }),
  };
}

function checkReleases(scope: Construct, version: RukpakVersion, props: RukpakBundleDeploymentProps): void {
  const { installerClass, installNamespace, watchNamespaces, config, helmValues, crdUpgradeSafety } = props;
  if (installerClass !== undefined) {
    requireRelease(scope, 'installerClass', version, V1ALPHA1, 'omit \'installerClass\'');
  }
  if (installNamespace !== undefined) {
    requireRelease(scope, 'installNamespace', version, INSTALL_NAMESPACE, 'omit \'installNamespace\'');
    checkNamespace(scope, 'installNamespace', installNamespace);
  } else if (version.isAtLeast(RukpakVersion.V0_20_0)) {
    throw new ConstructError(scope, `installNamespace is required by RukPak ${version.version}: set 'installNamespace' to an existing namespace`);
  }
  if (watchNamespaces !== undefined) {
    requireRelease(scope, 'watchNamespaces', version, { since: '0.17.0', until: '0.20.0' }, 'omit \'watchNamespaces\'');
    if (watchNamespaces.length > 1 && watchNamespaces.includes('')) {
      throw new ConstructError(scope, 'watchNamespaces contains an empty string, which means all namespaces, together with other namespaces; remove it or the others');
    }
    watchNamespaces.filter(namespace => namespace !== '').forEach(namespace => checkNamespace(scope, 'watchNamespaces', namespace));
  }
  if (config !== undefined || helmValues !== undefined) {
    requireRelease(scope, config === undefined ? 'helmValues' : 'config', version, { since: '0.9.0' }, 'omit it');
  }
  if (crdUpgradeSafety !== undefined) {
    requireRelease(scope, 'crdUpgradeSafety', version, { since: '0.22.0' }, 'omit \'crdUpgradeSafety\'');
  }
}

/** The Helm provisioner cannot read a configuration with values other than strings. */
function configOf(scope: Construct, { config, helmValues, provisionerClass }: RukpakBundleDeploymentProps): { [key: string]: unknown } | undefined {
  const isHelm = provisionerClass === ProvisionerClass.HELM;
  const other = isHelm ? Object.entries(config ?? {}).find(([, value]) => typeof value !== 'string') : undefined;
  if (other !== undefined) {
    throw new ConstructError(scope, `config.${other[0]} must be a string for the Helm provisioner; set the values of the chart as 'helmValues'`);
  }
  if (helmValues === undefined) {
    return config;
  }
  if (!isHelm) {
    throw new ConstructError(scope, `helmValues is for ProvisionerClass.HELM, and provisionerClass is '${provisionerClass.name}'; use 'config'`);
  }
  if (config?.['values'] !== undefined) {
    throw new ConstructError(scope, 'set either \'helmValues\' or the key \'values\' of \'config\', got both');
  }
  return { ...config, values: toYaml(helmValues) };
}
