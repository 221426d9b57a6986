import { propertyValue } from '../../bundle/model/go-types';
import { FieldNames } from '../../formats/json/folded-keys';
import { field, fieldAt, type JsonMap, mapListField, stringField } from '../../formats/json/json-value';
import type { ValuePath } from '../../formats/json/source-position';
import { parseVersion } from '../../formats/semver/version';
import { quoted, quotedList } from '../../text/phrases';
import { packageProperties } from '../declcfg/bundle-facts';
import type { BundleBlob, CatalogBlob, PackageBlob } from '../declcfg/declcfg';
import { csvOf } from '../declcfg/csv-metadata';
import { Fields, pathString, type ReportFault } from '../read/fields';
import { type ChannelKind, type MemberBundle, semverChannels, type SemverMembers, STABILITIES, type Stability } from '../render/semver-channels';

/** Schema of the template. */
export const SEMVER_SCHEMA = 'olm.semver';

/** An `olm.semver` template: bundles by stability, and the kinds of channels to generate from their versions. */
export interface SemverTemplate {
  /** Bundle images, in the order of the template. */
  readonly images: { readonly [Name in Stability]: readonly string[] };
  readonly kinds: ReadonlySet<ChannelKind>;
  readonly preferred: ChannelKind;
}

const TEMPLATE = new FieldNames([
  'schema', 'generateMajorChannels', 'generateMinorChannels', 'defaultChannelTypePreference', ...STABILITIES,
]);
const MEMBERS = new FieldNames(['bundles']);
const MEMBER = new FieldNames(['image']);

/**
 * Reads an `olm.semver` template. Unknown fields are errors.
 *
 * @param fault receives its faults
 * @see https://olm.operatorframework.io/docs/reference/catalog-templates/#semver-template
 */
export function readSemverTemplate(content: JsonMap, fault: ReportFault): SemverTemplate {
  const fields = strictFields(content, TEMPLATE, [], fault);
  const kinds = new Set<ChannelKind>();
  if (fields.boolean('generateMajorChannels')) {
    kinds.add('major');
  }
  if (fields.boolean('generateMinorChannels') || kinds.size === 0) {
    kinds.add('minor');
  }
  const preferred = preferredKind(fields, kinds, fault);
  const imagesOf = (stability: Stability): string[] => (
    strictFields(fields.value(stability), MEMBERS, fields.pathOf(stability), fault).list('bundles')
      .map(([member, path]) => imageOf(strictFields(member, MEMBER, path, fault), path, fault))
  );
  const images = { candidate: imagesOf('candidate'), fast: imagesOf('fast'), stable: imagesOf('stable') };
  if (STABILITIES.every((stability) => images[stability].length === 0)) {
    fault([], 'the template names no bundle; list at least one under candidate, fast or stable, as bundles: [{image: …}]');
  }
  return { images, kinds, preferred };
}

function imageOf(member: Fields, path: ValuePath, fault: ReportFault): string {
  const image = member.string('image');
  if (image === '') {
    fault(path, 'a bundle of the template has no image; set image to its reference');
  }
  return image;
}

function preferredKind(fields: Fields, kinds: ReadonlySet<ChannelKind>, fault: ReportFault): ChannelKind {
  const usual = kinds.has('minor') ? 'minor' : 'major';
  const preference = fields.string('defaultChannelTypePreference');
  if (preference !== '' && preference !== 'minor' && preference !== 'major') {
    fault(fields.pathOf('defaultChannelTypePreference'), `defaultChannelTypePreference must be minor or major, got ${quoted(preference)}`);
  } else if (preference !== '' && !kinds.has(preference)) {
    const option = preference === 'minor' ? 'generateMinorChannels' : 'generateMajorChannels';
    fault(fields.pathOf('defaultChannelTypePreference'), `defaultChannelTypePreference is ${preference}, but no ${preference} channels are generated; set `
      + `${option} to true, or remove the preference`);
  }
  return preference === 'major' || preference === 'minor' ? preference : usual;
}

/** Reads the fields of a map that may have no other fields. */
function strictFields(value: unknown, names: FieldNames, path: ValuePath, fault: ReportFault): Fields {
  const fields = new Fields(value, names, path, fault);
  for (const key of Object.keys(fields.unknown.unknownFields ?? {})) {
    fault([...path, key], `${pathString([...path, key])} is not a field of the template; remove it, or correct its name`);
  }
  return fields;
}

/**
 * Renders the catalog of the template.
 *
 * @param bundles the bundles of all images that the template references, by image
 * @param fault receives faults of the bundles
 */
export function renderSemver(
  template: SemverTemplate, bundles: ReadonlyMap<string, BundleBlob>, fault: (message: string) => void,
): CatalogBlob[] {
  const faults: string[] = [];
  const named = STABILITIES.flatMap((stability) => template.images[stability]).map((image) => bundles.get(image)!);
  const packageName = onlyPackage(named, faults);
  const members = (stability: Stability): MemberBundle[] => (
    membersOf(stability, template.images[stability].map((image) => bundles.get(image)!), faults)
  );
  const all: SemverMembers = { candidate: members('candidate'), fast: members('fast'), stable: members('stable') };
  if (faults.length > 0) {
    faults.forEach(fault);
    return [];
  }
  const { channels, defaultChannel } = semverChannels(packageName, all, template.kinds, template.preferred);
  const head = channels.find(({ name }) => name === defaultChannel)!.entries.at(-1)!.name;
  const blobs = new Map(named.map((bundle) => [bundle.name, bundle]));
  return [packageBlob(packageName, defaultChannel, blobs.get(head)!), ...channels, ...blobs.values()];
}

function onlyPackage(bundles: readonly BundleBlob[], faults: string[]): string {
  const names = new Set(bundles.map((bundle) => packageProperty(bundle, 'packageName')));
  if (names.size > 1) {
    faults.push(`the bundles belong to several packages: ${quotedList([...names])}; write one template per package`);
  }
  return [...names][0] ?? '';
}

function membersOf(stability: Stability, bundles: readonly BundleBlob[], faults: string[]): MemberBundle[] {
  const members: MemberBundle[] = [];
  const names = new Set<string>();
  const byVersion = new Map<string, string>();
  for (const bundle of bundles) {
    const written = packageProperty(bundle, 'version');
    const version = parseVersion(written);
    const [plain = ''] = written.split('+', 1);
    const twin = byVersion.get(plain);
    if (version === undefined) {
      faults.push(`bundle "${bundle.name}" has the version "${written}", which is not a semantic version such as 1.2.3`);
    } else if (names.has(bundle.name)) {
      faults.push(`${stability} names the bundle "${bundle.name}" twice; remove one`);
    } else if (twin !== undefined) {
      faults.push(`${stability} has "${twin}" and "${bundle.name}", whose versions differ at most in build metadata, so neither is newer; remove one`);
    } else {
      names.add(bundle.name);
      byVersion.set(plain, bundle.name);
      members.push({ name: bundle.name, version });
    }
  }
  return members;
}

/** Returns a field of the `olm.package` property of a bundle. */
function packageProperty(bundle: BundleBlob, key: 'packageName' | 'version'): string {
  return packageProperties(bundle)[0]?.[key] ?? '';
}

/** Returns the package blob, with icon and description of the newest bundle in the default channel. */
function packageBlob(name: string, defaultChannel: string, head: BundleBlob): PackageBlob {
  const csv = csvOf(head);
  const [metadata] = head.properties.filter(({ type }) => type === 'olm.csv.metadata').map(propertyValue);
  const description = stringField(field(csv, 'spec') ?? metadata, 'description') ?? '';
  const icon = mapListField(fieldAt(csv, 'spec'), 'icon')[0];
  const [base64data, mediatype] = [stringField(icon, 'base64data') ?? '', stringField(icon, 'mediatype') ?? ''];
  return {
    schema: 'olm.package',
    name,
    defaultChannel,
    ...(base64data === '' ? {} : { icon: { base64data, mediatype } }),
    ...(description === '' ? {} : { description }),
  };
}
