import { PROPERTY_TYPES, propertyValue } from '../../bundle/model/go-types';
import { isImageReference } from '../../bundle/oci/image-reference';
import { field, stringField } from '../../formats/json/json-value';
import type { ValuePath } from '../../formats/json/source-position';
import { goText, utf8Text } from '../../formats/json/utf8-text';
import { isRelease, MAX_RELEASE_LENGTH, parseVersion } from '../../formats/semver/version';
import { goDecode, type TypeFault } from '../../formats/yaml/go-decoder';
import { readStream } from '../../formats/yaml/stream';
import { YamlSyntaxError } from '../../formats/yaml/source-text';
import { groupBy } from '../../text/group-by';
import { quoted, quotedList } from '../../text/phrases';
import { packageProperties, type PackageProperty, versionAndRelease } from '../declcfg/bundle-facts';
import { CatalogErrorCode } from '../declcfg/catalog-problem';
import type { BundleBlob, PackageBlobs } from '../declcfg/declcfg';
import { pathString } from '../read/fields';
import type { RuleFinding } from './package-rules';

/** The bundles of a package have different names. */
export function bundleNamesAreUnique({ name: packageName, bundles }: PackageBlobs): RuleFinding[] {
  return [...groupBy(bundles, ({ name }) => name)].flatMap(([name, [first, ...more]]) => more.map((blob) => ({
    code: CatalogErrorCode.DUPLICATE_BUNDLE,
    message: `package ${quoted(packageName)} has a second bundle ${quoted(name)}${namesakeRemedy(first!, blob)}`,
    blob,
  })));
}

/** Returns what to do about two bundles with one name: if they have different images, they are different releases, and none may be lost. */
function namesakeRemedy(first: BundleBlob, second: BundleBlob): string {
  const [left, right] = [first, second].map((blob) => blob.image ?? '') as [string, string];
  return left === right ? '; remove one of them: both have the same image'
    : `, from ${quoted(left)} and ${quoted(right)}; set another name in the CSV of the newer one, as in its version, and build its image again`;
}

/** The bundles of a package have different versions, including build metadata. */
export function bundleVersionsAreUnique({ name: packageName, bundles }: PackageBlobs): RuleFinding[] {
  const versioned = bundles.map((blob) => ({ blob, property: validPackageProperty(blob) })).filter(({ property }) => property !== undefined);
  return [...groupBy(versioned, ({ property }) => versionAndRelease(property!))].flatMap(([version, members]) => {
    const names = [...new Set(members.map(({ blob }) => blob.name))];
    return names.length === 1 ? [] : [{
      code: CatalogErrorCode.DUPLICATE_VERSION,
      message: `package ${quoted(packageName)} has ${names.length} bundles of version ${quoted(version)}: ${quotedList(names)}; remove all but one, or change `
        + 'their versions',
      blob: members.find(({ blob }) => blob.name === names[1])!.blob,
      path: ['properties'],
    }];
  });
}

/** Each bundle is in a channel. */
export function bundlesAreInChannels({ name: packageName, channels, bundles }: PackageBlobs): RuleFinding[] {
  const entries = new Set(channels.flatMap((channel) => channel.entries.map(({ name }) => name)));
  return bundles.filter(({ name }) => !entries.has(name)).map((blob) => ({
    code: CatalogErrorCode.NO_CHANNEL,
    message: blob.name === '' ? `a bundle of package ${quoted(packageName)} has no name; add "name" to its olm.bundle blob`
      : `bundle ${quoted(blob.name)} is in no channel of package ${quoted(packageName)}; add an entry to a channel, or remove the bundle`,
    blob,
  }));
}

/** Properties that opm decodes have values of the right type. */
export function propertiesAreValid({ bundles }: PackageBlobs): RuleFinding[] {
  return bundles.flatMap((blob) => blob.properties.flatMap(({ type, value }, index) => {
    const path = ['properties', index, 'value'];
    const fault = typeFault(type, value, path) ?? (type === 'olm.bundle.object' ? bundleObjectFault(value, path) : undefined);
    return fault === undefined ? [] : [{
      code: CatalogErrorCode.PROPERTY,
      message: `bundle ${quoted(blob.name)} has a property ${type} that opm cannot decode: ${pathString(fault.path)} ${fault.message}`,
      blob,
      path: fault.path,
    }];
  }));
}

/** Returns the first part of a property value that Go cannot decode into the type of the property. */
export function typeFault(type: string, value: unknown, path: ValuePath): TypeFault | undefined {
  const goType = PROPERTY_TYPES.get(type);
  const [fault] = goType === undefined ? [] : goDecode(value, goType, 'json').faults;
  return fault === undefined ? undefined : { ...fault, path: [...path, ...fault.path] };
}

/** Each bundle has one `olm.package` property, which names its package. */
export function bundlesNameTheirPackage({ name: packageName, bundles }: PackageBlobs): RuleFinding[] {
  return bundles.flatMap((blob) => {
    const found = packageProperties(blob);
    const index = blob.properties.findIndex(({ type }) => type === 'olm.package');
    if (found.length !== 1) {
      return [{
        code: CatalogErrorCode.PACKAGE_PROPERTY,
        message: `bundle ${quoted(blob.name)} must have exactly one property olm.package, got ${found.length === 0 ? 'none' : found.length}; `
          + `${found.length === 0 ? 'add one with its "packageName" and "version"' : 'remove the others'}`,
        blob,
        path: ['properties'],
      }];
    }
    return validPackageProperty(blob) === undefined || found[0]!.packageName === packageName ? [] : [{
      code: CatalogErrorCode.PACKAGE_PROPERTY,
      message: `bundle ${quoted(blob.name)} belongs to package ${quoted(packageName)}, but its property olm.package names `
        + `${quoted(found[0]!.packageName)}; make them equal`,
      blob,
      path: ['properties', index, 'value', 'packageName'],
    }];
  });
}

/** Each bundle has a semantic version and, if any, a valid release, after which it is named. */
export function versionsAreValid({ bundles }: PackageBlobs): RuleFinding[] {
  return bundles.flatMap((blob) => {
    const property = validPackageProperty(blob);
    return property === undefined ? [] : versionFindings(blob, property);
  });
}

/** Returns the `olm.package` property of a bundle, or undefined if other rules reject it. */
function validPackageProperty(blob: BundleBlob): PackageProperty | undefined {
  const [value, ...more] = blob.properties.filter(({ type }) => type === 'olm.package').map((property) => property.value);
  const valid = value !== undefined && more.length === 0 && typeFault('olm.package', value, []) === undefined;
  return valid ? packageProperties(blob)[0] : undefined;
}

function versionFindings(blob: BundleBlob, { packageName, version, release }: PackageProperty): RuleFinding[] {
  const bundle = `bundle ${quoted(blob.name)}`;
  const index = blob.properties.findIndex(({ type }) => type === 'olm.package');
  const finding = (code: CatalogErrorCode, message: string, path: readonly (string | number)[]): RuleFinding => ({ code, message, blob, path });
  const pathOf = (field: string): (string | number)[] => ['properties', index, 'value', field];
  const findings: RuleFinding[] = [];
  if (parseVersion(version) === undefined) {
    findings.push(finding(CatalogErrorCode.VERSION, `${bundle} has the version ${quoted(version)}, which is not a semantic version; write `
      + 'one in its property olm.package, such as 1.2.3 or 1.2.3-rc.1', pathOf('version')));
  }
  if (release === '') {
    return findings;
  }
  if (!isRelease(release)) {
    findings.push(finding(CatalogErrorCode.VERSION, `${bundle} has the release ${quoted(release)}, which is invalid; write letters, digits and dashes separated `
      + `by dots, such as 1 or alpha.2, at most ${MAX_RELEASE_LENGTH} characters`, pathOf('release')));
  } else if (version.includes('+')) {
    findings.push(finding(CatalogErrorCode.VERSION, `${bundle} has the version ${quoted(version)} and the release ${quoted(release)}; remove `
      + 'the build metadata from the version, which cannot be combined with a release', pathOf('version')));
  }
  const expected = `${packageName}-v${versionAndRelease({ version, release })}`;
  if (findings.length === 0 && blob.name !== expected) {
    findings.push(finding(CatalogErrorCode.BUNDLE_NAME, `${bundle} has a release, so it must be named ${quoted(expected)}; rename it, or remove the `
      + 'release', ['name']));
  }
  return findings;
}

/** Each bundle has an image or manifests, and its images are valid references. */
export function imagesAreValid({ bundles }: PackageBlobs): RuleFinding[] {
  return bundles.flatMap((blob) => {
    const missing = blob.image === '' && !blob.properties.some(({ type }) => type === 'olm.bundle.object');
    return [
      ...(missing ? [{
        code: CatalogErrorCode.NO_IMAGE,
        message: `bundle ${quoted(blob.name)} has neither an image nor manifests; add "image", or properties olm.bundle.object`,
        blob,
        path: ['image'],
      }] : []),
      ...imageFindings(blob),
    ];
  });
}

function imageFindings(blob: BundleBlob): RuleFinding[] {
  const images: [string, readonly (string | number)[]][] = [
    [blob.image, ['image']],
    ...blob.relatedImages.map(({ image }, index): [string, (string | number)[]] => [image, ['relatedImages', index, 'image']]),
  ];
  return images.filter(([image]) => image !== '' && !isImageReference(image)).map(([image, path]) => ({
    code: CatalogErrorCode.IMAGE,
    message: `bundle ${quoted(blob.name)} has the invalid image reference ${quoted(image)} in ${pathString(path)}; write it as `
      + 'registry/repository:tag or registry/repository@sha256:…',
    blob,
    path,
  }));
}

/** Limits for objects in a catalog; those that a cluster accepts are far smaller. */
const LIMITS = { maxDepth: 500, maxNodes: 2_000_000 };

/** Number of characters at the beginning of the data that are enough to detect JSON. */
const START = 400;

/** White space of Go, then the bracket by which it detects JSON. */
const JSON_START = /^[\t-\r \x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]*\{/;

/** Checks that the data of a property `olm.bundle.object` is YAML. opm does not check data that begins like JSON. */
function bundleObjectFault(value: unknown, path: ValuePath): TypeFault | undefined {
  const property = propertyValue({ type: 'olm.bundle.object', value });
  const found = field(property, 'data');
  // Go also decodes a list of bytes as base64.
  const data = Array.isArray(found) ? Buffer.from(found as number[]).toString('base64') : stringField(property, 'data') ?? '';
  if (JSON_START.test(goText(Buffer.from(data.slice(0, START), 'base64')))) {
    return undefined;
  }
  const text = utf8Text(Buffer.from(data, 'base64'));
  if (text === undefined) {
    return { path: [...path, 'data'], message: 'is not base64 of UTF-8' };
  }
  try {
    readStream(text, LIMITS).next();
    return undefined;
  } catch (error) {
    if (error instanceof YamlSyntaxError) {
      return { path: [...path, 'data'], message: `is not base64 of YAML: ${error.message}` };
    }
    throw error;
  }
}
