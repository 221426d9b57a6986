import type { CrdSource, CrdVersionSource } from '../../../formats/schema/custom-resource-definition';
import { boolean, changedIn, type Fields, int64, listOf, object, required, since, string } from '../../../formats/schema/schema';
import { Condition } from '../../v0/generated/kubernetes-types';
import { bundleSource, bundleTemplate, provisionerClassName, resolvedSource } from './bundle';

const NAMES = { kind: 'BundleDeployment', plural: 'bundledeployments', shortNames: ['bd', 'bds'], scope: 'Cluster' } as const;

const SHARED: Pick<CrdVersionSource, 'storage' | 'description' | 'optionalMetadata'> = {
  storage: true,
  description: 'BundleDeployment is a bundle that RukPak installs and keeps installed.',
  optionalMetadata: true,
};

const INSTALL_STATE = { name: 'Install State', type: 'string', jsonPath: '.status.conditions[?(.type=="Installed")].reason' } as const;
const AGE = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' } as const;
const PROVISIONER = { name: 'Provisioner', type: 'string', jsonPath: '.spec.provisionerClassName', priority: 1, since: '0.12.0' } as const;

const config = object('Configuration for the provisioner. The Helm provisioner uses `values`, a string of YAML.', {}, {
  'x-kubernetes-preserve-unknown-fields': true,
});
const installer = provisionerClassName('Class of the provisioner that installs the bundle.');
const observedGeneration = int64('Generation of the spec that the status is about.');

/** CRD of BundleDeployments in releases with Bundles. */
export const bundleDeploymentV1alpha1: CrdSource = {
  ...NAMES,
  versions: [{
    ...SHARED,
    name: 'v1alpha1',
    columns: [{ name: 'Active Bundle', type: 'string', jsonPath: '.status.activeBundle' }, INSTALL_STATE, AGE, PROVISIONER],
    spec: required(object('Bundle to install, and the provisioner that installs it.', {
      config: since('0.9.0', config),
      provisionerClassName: installer,
      template: required(bundleTemplate),
    })),
    status: object('Observed state of the installation.', {
      activeBundle: string('Name of the Bundle that is installed.'),
      conditions: listOf(Condition, 'Conditions of the installation: `HasValidBundle`, `Installed`, and since 0.16 `Healthy` if the feature is enabled.'),
      observedGeneration: since('0.9.0', observedGeneration),
    }),
  }],
};

const fields: Fields = {
  config,
  provisionerClassName: installer,
  source: required(bundleSource),
};

const WATCH_NAMESPACES_RULE = {
  message: 'Empty string not accepted if length of watchNamespaces is more than 1.',
  rule: '!has(self.watchNamespaces) || size(self.watchNamespaces) <= 1 || (size(self.watchNamespaces) > 1 && !self.watchNamespaces.exists(e, e == \'\'))',
};

const SPEC = 'Bundle to install, where to install it, and the provisioner that installs it.';

const specWithWatchNamespaces = object(SPEC, {
  ...fields,
  watchNamespaces: listOf(string(), 'Namespaces that the operator watches; an empty string means all of them.'),
}, { 'x-kubernetes-validations': [WATCH_NAMESPACES_RULE] });

const spec = object(SPEC, {
  ...fields,
  installNamespace: required(string('Existing namespace in which the bundle is installed.', { maxLength: 63, pattern: '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$' })),
  preflight: since('0.22.0', object('Checks before objects are changed.', {
    crdUpgradeSafety: object('Check that an upgrade of a CRD does not break stored objects.', {
      disabled: boolean('Whether to skip the check.'),
    }),
  })),
});

/** CRD of BundleDeployments in releases without Bundles. */
export const bundleDeploymentV1alpha2: CrdSource = {
  ...NAMES,
  versions: [{
    ...SHARED,
    name: 'v1alpha2',
    columns: [INSTALL_STATE, AGE, PROVISIONER],
    spec: changedIn('0.20.0', required(specWithWatchNamespaces), required(spec)),
    status: object('Observed state of the bundle and of the installation.', {
      conditions: listOf(Condition, 'Conditions: `Unpacked`, `Installed`, `HasValidBundle` if the content cannot be read, and `Healthy` if the feature is enabled.'),
      contentURL: string('URL in the cluster at which the unpacked content can be read, as a tar archive.'),
      observedGeneration,
      resolvedSource,
    }),
  }],
};
