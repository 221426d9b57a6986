import { FieldNames } from './read/folded-keys';
import type { BundleDocument } from './wire';
import { isMap, textField } from '../json-value';

/** What a bundle says of itself in its property `olm.package`. */
export interface PackageProperty {
  readonly packageName: string;
  readonly version: string;
  /** Empty where there is none. */
  readonly release: string;
}

const FIELDS = new FieldNames(['packageName', 'version', 'release']);

/** The properties `olm.package` of a bundle; exactly one, unless the bundle is wrong. */
export function packageProperties({ properties }: BundleDocument): PackageProperty[] {
  return properties.filter(({ type }) => type === 'olm.package').map(({ value }) => {
    const { keys } = isMap(value) ? FIELDS.in(value) : { keys: new Map<string, string>() };
    const text = (name: string): string => textField(value, keys.get(name) ?? name) ?? '';
    return { packageName: text('packageName'), version: text('version'), release: text('release') };
  });
}

/** The version of a bundle with its release behind it, as opm tells bundles of one package apart. */
export function versionWithRelease({ version, release }: Pick<PackageProperty, 'version' | 'release'>): string {
  return release === '' ? version : `${version}-${release}`;
}
