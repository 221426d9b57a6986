import { isKubernetesRelease } from '../../formats/semver/kubernetes-version';
import { parseVersion } from '../../formats/semver/version';
import { isVersionRange } from '../../formats/semver/version-range';
import { labelValueErrors, subdomainErrors } from '../../formats/schema/checks/kubernetes-names';
import { quoted } from '../../text/phrases';
import { isImageReference } from '../oci/image-reference';
import type { BundleGenerationOptions } from './generation-options';

/** Returns the version without a `v` in front, which tags of Git often have. */
export function plainVersion(version: string): string {
  return version.replace(/^v(?=\d)/, '');
}

/** Returns the name of the ClusterServiceVersion. */
export function csvNameOf({ name, packageName, version }: Pick<BundleGenerationOptions, 'name' | 'packageName' | 'version'>): string {
  return name ?? `${packageName}.v${plainVersion(version)}`;
}

/** Returns what is wrong with the values of options whose types are right, a sentence each. */
export function generationOptionProblems(options: BundleGenerationOptions): string[] {
  const { packageName, version, channels = [], defaultChannel, replaces, skips = [], skipRange, minKubeVersion, createdAt } = options;
  const { architectures = [], images = {} } = options;
  const name = csvNameOf(options);
  return [
    ...subdomainErrors(packageName).slice(0, 1).map((error) => `packageName must ${error}, got ${quoted(packageName)}`),
    ...(parseVersion(plainVersion(version)) === undefined ? [`version must be a semantic version such as 1.2.0, got ${quoted(version)}`]
      : [...subdomainErrors(name), ...labelValueErrors(name)].slice(0, 1).map((error) => (
        `the name ${quoted(name)} of the ClusterServiceVersion must ${error}, because OLM writes it into names and labels; set name, or shorten packageName or version`
      ))),
    ...(options.channels !== undefined && channels.length === 0 ? ['channels must have at least one channel, got none'] : []),
    ...[...channels, ...(defaultChannel === undefined ? [] : [defaultChannel])].filter((channel) => !/^[A-Za-z0-9]([-A-Za-z0-9._]*[A-Za-z0-9])?$/.test(channel))
      .map((channel) => `a channel must have letters, digits, dashes, dots and underscores only, got ${quoted(channel)}`),
    ...channels.filter((channel, index) => channels.indexOf(channel) !== index).map((channel) => `channel ${quoted(channel)} is listed twice; remove one`),
    ...(options.description !== undefined && options.descriptionFile !== undefined ? ['description and descriptionFile are both set; remove one'] : []),
    ...(replaces === name ? [`replaces must be an earlier ClusterServiceVersion, got ${quoted(name)}, which is this one`] : []),
    ...skips.filter((skipped) => skipped === name).map(() => `skips must not have ${quoted(name)}, which is this ClusterServiceVersion`),
    ...(skipRange === undefined || isVersionRange(skipRange) ? [] : [`skipRange must be a range such as ">=1.0.0 <1.2.0", got ${quoted(skipRange)}`]),
    ...(minKubeVersion === undefined || (isKubernetesRelease(minKubeVersion) && parseVersion(plainVersion(minKubeVersion)) !== undefined) ? []
      : [`minKubeVersion must have three numbers such as 1.28.0, got ${quoted(minKubeVersion)}`]),
    ...(createdAt === undefined || isTime(createdAt) ? [] : [`createdAt must be a time such as 2026-01-31T12:00:00Z, got ${quoted(createdAt)}`]),
    ...architectures.filter((architecture) => !/^[a-z0-9]+$/.test(architecture)).map((architecture) => `an architecture must be a name such as amd64, got ${quoted(architecture)}`),
    ...Object.values(images).filter((image) => !isImageReference(image)).map((image) => `images must have image references as values, got ${quoted(image)}`),
  ];
}

/** Whether a string is a time or a date of RFC 3339. */
function isTime(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[-+]\d{2}:\d{2})?)?$/i.test(text) && !Number.isNaN(Date.parse(text.replace(' ', 'T')));
}
