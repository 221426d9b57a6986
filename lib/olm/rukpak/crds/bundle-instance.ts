import { Condition } from '../../v0/generated/kubernetes-types';
import type { CrdSource } from '../../../formats/schema/custom-resource-definition';
import { changedIn, listOf, object, required, since, string, until } from '../../../formats/schema/schema';
import { bundleTemplate } from './bundle';

const spec = object('Bundle to install, and the provisioner that installs it.', {
  bundleName: until('0.4.0', required(string('Name of the Bundle to install.'))),
  provisionerClassName: required(string('Class of the provisioner that installs the bundle.')),
  template: since('0.4.0', required(bundleTemplate)),
});

/** CRD of BundleInstances: installed bundles, before they were called BundleDeployments. */
export const bundleInstance: CrdSource = {
  kind: 'BundleInstance',
  plural: 'bundleinstances',
  shortNames: ['bi', 'bis'],
  scope: 'Cluster',
  versions: [{
    name: 'v1alpha1',
    storage: true,
    description: 'BundleInstance is a bundle that RukPak installs and keeps installed.',
    optionalMetadata: true,
    columns: [
      { name: 'Desired Bundle', type: 'string', jsonPath: '.spec.bundleName', until: '0.4.0' },
      { name: 'Installed Bundle', type: 'string', jsonPath: '.status.installedBundleName' },
      { name: 'Install State', type: 'string', jsonPath: '.status.conditions[?(.type=="Installed")].reason' },
      { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' },
    ],
    spec: changedIn('0.2.0', spec, required(spec)),
    status: object('Observed state of the installation.', {
      conditions: listOf(Condition, 'Conditions of the installation: `HasValidBundle` and `Installed`.'),
      installedBundleName: string('Name of the Bundle that is installed.'),
    }),
  }],
};

/** The same CRD before BundleInstances had short names. */
export const firstBundleInstance: CrdSource = (({ shortNames: _shortNames, ...source }: CrdSource) => source)(bundleInstance);
