import { Bundle, InstallModeType } from 'olm-constructs/bundle';
import { bundleOf, crdOf } from './bundle-of';

/** Facts of a bundle that tests of constructs choose. */
export interface SampleBundleOptions {
  readonly package?: string;
  /** Name of its CSV. */
  readonly name?: string;
  readonly version?: string;
  readonly channels?: string;
  readonly replaces?: string;
  readonly skips?: readonly string[];
  readonly skipRange?: string;
  readonly installModes?: readonly InstallModeType[];
  /** Description in the schema of its CRD; a long one makes the bundle large. */
  readonly description?: string;
}

/** Returns a bundle that owns one CRD and supports every install mode by default. */
export function sampleBundle(options: SampleBundleOptions = {}): Bundle {
  const { description, installModes = Object.values(InstallModeType), ...facts } = options;
  const packageName = options.package ?? 'sample-operator';
  return bundleOf({
    channels: 'stable',
    ...facts,
    package: packageName,
    spec: {
      displayName: `Operator ${packageName}`,
      installModes: Object.values(InstallModeType).map(type => ({ type, supported: installModes.includes(type) })),
      customresourcedefinitions: { owned: [{ name: 'things.example.test', version: 'v1', kind: 'Thing' }] },
    },
    files: { 'manifests/crd.yaml': crdOf('Thing', { type: 'object', ...(description === undefined ? {} : { description }) }) },
  });
}
