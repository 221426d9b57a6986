import { CatalogErrorCode } from '../catalog-error';
import { grouped } from '../grouped';
import { isImageReference } from '../image-reference';
import { packageProperties, versionWithRelease } from '../package-property';
import type { PackageProperty } from '../package-property';
import { quoted, quotedList } from '../quoted';
import { pathText } from '../read/fields';
import { isRelease, LONGEST_RELEASE, parseVersion } from '../version';
import type { BundleDocument } from '../wire';
import { bundleObjectFault } from './bundle-object';
import type { PackageDocuments } from './package-documents';
import { PROPERTY_SHAPES } from './property-shapes';
import type { RuleFinding } from './rule';

/** Bundles of a package have different names. */
export function bundleNamesDiffer({ name: packageName, bundles }: PackageDocuments): RuleFinding[] {
  return [...grouped(bundles, ({ name }) => name)].flatMap(([name, [, ...more]]) => more.map((document) => ({
    code: CatalogErrorCode.DUPLICATE_BUNDLE,
    message: `package ${quoted(packageName)} has a second bundle ${quoted(name)}; remove one of them, or rename it`,
    document,
  })));
}

/** Bundles of a package have different versions; build metadata counts. */
export function bundleVersionsDiffer({ name: packageName, bundles }: PackageDocuments): RuleFinding[] {
  const said = bundles.map((document) => ({ document, property: soundPackageProperty(document) })).filter(({ property }) => property !== undefined);
  return [...grouped(said, ({ property }) => versionWithRelease(property!))].flatMap(([version, members]) => {
    const names = [...new Set(members.map(({ document }) => document.name))];
    return names.length === 1 ? [] : [{
      code: CatalogErrorCode.DUPLICATE_VERSION,
      message: `package ${quoted(packageName)} has ${names.length} bundles of version ${quoted(version)}: ${quotedList(names)}; remove all but one, or give `
        + 'them different versions',
      document: members.find(({ document }) => document.name === names[1])!.document,
      path: ['properties'],
    }];
  });
}

/** Each bundle is in a channel. */
export function bundlesAreInChannels({ name: packageName, channels, bundles }: PackageDocuments): RuleFinding[] {
  const entries = new Set(channels.flatMap((channel) => channel.entries.map(({ name }) => name)));
  return bundles.filter(({ name }) => !entries.has(name)).map((document) => ({
    code: CatalogErrorCode.NO_CHANNEL,
    message: document.name === '' ? `a bundle of package ${quoted(packageName)} has no name; give its olm.bundle document a "name"`
      : `bundle ${quoted(document.name)} is in no channel of package ${quoted(packageName)}; add an entry to a channel, or remove the bundle`,
    document,
  }));
}

/** The properties that opm looks into have values of the right shape. */
export function propertiesAreSound({ bundles }: PackageDocuments): RuleFinding[] {
  return bundles.flatMap((document) => document.properties.flatMap(({ type, value }, index) => {
    const path = ['properties', index, 'value'];
    const fault = PROPERTY_SHAPES.get(type)?.(value, path) ?? (type === 'olm.bundle.object' ? bundleObjectFault(value, path) : undefined);
    return fault === undefined ? [] : [{
      code: CatalogErrorCode.PROPERTY,
      message: `bundle ${quoted(document.name)} has a property ${type} that opm cannot read: ${pathText(fault.path)} ${fault.message}`,
      document,
      path: fault.path,
    }];
  }));
}

/** Each bundle says of which package and version it is: once, and the package that it is in. */
export function bundlesNameTheirPackage({ name: packageName, bundles }: PackageDocuments): RuleFinding[] {
  return bundles.flatMap((document) => {
    const found = packageProperties(document);
    const index = document.properties.findIndex(({ type }) => type === 'olm.package');
    if (found.length !== 1) {
      return [{
        code: CatalogErrorCode.PACKAGE_PROPERTY,
        message: `bundle ${quoted(document.name)} must have exactly one property olm.package, got ${found.length === 0 ? 'none' : found.length}; `
          + `${found.length === 0 ? 'add one with its "packageName" and "version"' : 'remove the others'}`,
        document,
        path: ['properties'],
      }];
    }
    return soundPackageProperty(document) === undefined || found[0]!.packageName === packageName ? [] : [{
      code: CatalogErrorCode.PACKAGE_PROPERTY,
      message: `bundle ${quoted(document.name)} is of package ${quoted(packageName)}, but its property olm.package says `
        + `${quoted(found[0]!.packageName)}; make them the same`,
      document,
      path: ['properties', index, 'value', 'packageName'],
    }];
  });
}

/** Each bundle has a semantic version, and a sound release if any, after which it is named. */
export function versionsAreSound({ bundles }: PackageDocuments): RuleFinding[] {
  return bundles.flatMap((document) => {
    const said = soundPackageProperty(document);
    return said === undefined ? [] : versionFindings(document, said);
  });
}

/** What a bundle says of itself; undefined where other rules find it wrong. */
function soundPackageProperty(document: BundleDocument): PackageProperty | undefined {
  const [value, ...more] = document.properties.filter(({ type }) => type === 'olm.package').map((property) => property.value);
  const sound = value !== undefined && more.length === 0 && PROPERTY_SHAPES.get('olm.package')!(value, []) === undefined;
  return sound ? packageProperties(document)[0] : undefined;
}

function versionFindings(document: BundleDocument, { packageName, version, release }: PackageProperty): RuleFinding[] {
  const bundle = `bundle ${quoted(document.name)}`;
  const index = document.properties.findIndex(({ type }) => type === 'olm.package');
  const finding = (code: CatalogErrorCode, message: string, path: readonly (string | number)[]): RuleFinding => ({ code, message, document, path });
  const place = (field: string): (string | number)[] => ['properties', index, 'value', field];
  const findings: RuleFinding[] = [];
  if (parseVersion(version) === undefined) {
    findings.push(finding(CatalogErrorCode.VERSION, `${bundle} has the version ${quoted(version)}; give its property olm.package three numbers, `
      + 'such as 1.2.3 or 1.2.3-rc.1', place('version')));
  }
  if (release === '') {
    return findings;
  }
  if (!isRelease(release)) {
    findings.push(finding(CatalogErrorCode.VERSION, `${bundle} has the release ${quoted(release)}; give it letters, digits and dashes with dots between `
      + `them, such as 1 or alpha.2, at most ${LONGEST_RELEASE}`, place('release')));
  } else if (version.includes('+')) {
    findings.push(finding(CatalogErrorCode.VERSION, `${bundle} has the version ${quoted(version)} and the release ${quoted(release)}; with a release, `
      + 'remove the build metadata from the version', place('version')));
  }
  const expected = `${packageName}-v${versionWithRelease({ version, release })}`;
  if (findings.length === 0 && document.name !== expected) {
    findings.push(finding(CatalogErrorCode.BUNDLE_NAME, `${bundle} has a release, so it must be named ${quoted(expected)}; rename it, or remove the `
      + 'release', ['name']));
  }
  return findings;
}

/** Each bundle has an image or manifests, and the images that it names are references. */
export function imagesAreSound({ bundles }: PackageDocuments): RuleFinding[] {
  return bundles.flatMap((document) => {
    const missing = document.image === '' && !document.properties.some(({ type }) => type === 'olm.bundle.object');
    return [
      ...(missing ? [{
        code: CatalogErrorCode.NO_IMAGE,
        message: `bundle ${quoted(document.name)} has neither an image nor manifests; give it an "image", or properties olm.bundle.object`,
        document,
        path: ['image'],
      }] : []),
      ...imageFindings(document),
    ];
  });
}

function imageFindings(document: BundleDocument): RuleFinding[] {
  const named: [string, readonly (string | number)[]][] = [
    [document.image, ['image']],
    ...document.relatedImages.map(({ image }, index): [string, (string | number)[]] => [image, ['relatedImages', index, 'image']]),
  ];
  return named.filter(([image]) => image !== '' && !isImageReference(image)).map(([image, path]) => ({
    code: CatalogErrorCode.IMAGE,
    message: `bundle ${quoted(document.name)} names the image ${quoted(image)} in ${pathText(path)}, which is no reference of one; write it as `
      + 'registry/repository:tag or registry/repository@sha256:…',
    document,
    path,
  }));
}
