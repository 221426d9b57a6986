import type { ChannelKind, MemberBundle, Stability, SemverMembers } from './semver-channels';
import { semverChannels, STABILITIES } from './semver-channels';
import { csvOf } from '../migration/csv-metadata';
import { quoted, quotedList } from '../quoted';
import { Fields, pathText } from '../read/fields';
import type { FieldFault } from '../read/fields';
import { FieldNames } from '../read/folded-keys';
import type { BundleDocument, CatalogDocument, PackageDocument } from '../wire';
import { parseVersion } from '../version';
import { field, fieldAt, mapsField, textField } from '../../json-value';
import type { JsonMap } from '../../json-value';
import type { ValuePath } from '../../source-position';

/** The schema of the template. */
export const SEMVER_SCHEMA = 'olm.semver';

/** What an `olm.semver` template says: bundles by how stable they are, and which channels are to be made of their versions. */
export interface SemverTemplate {
  /** The images of the bundles, in the order of the template. */
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
 * Reads an `olm.semver` template. Unknown fields are faults.
 *
 * @param fault takes what is wrong with it
 * @see https://olm.operatorframework.io/docs/reference/catalog-templates/#semver-template
 */
export function readSemverTemplate(content: JsonMap, fault: FieldFault): SemverTemplate {
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
      .map(([member, path]) => strictFields(member, MEMBER, path, fault).text('image'))
  );
  const images = { candidate: imagesOf('candidate'), fast: imagesOf('fast'), stable: imagesOf('stable') };
  if (STABILITIES.every((stability) => images[stability].length === 0)) {
    fault([], 'the template names no bundle; list at least one under candidate, fast or stable, as bundles: [{image: …}]');
  }
  return { images, kinds, preferred };
}

function preferredKind(fields: Fields, kinds: ReadonlySet<ChannelKind>, fault: FieldFault): ChannelKind {
  const usual = kinds.has('minor') ? 'minor' : 'major';
  const preference = fields.text('defaultChannelTypePreference');
  if (preference !== '' && preference !== 'minor' && preference !== 'major') {
    fault(fields.pathOf('defaultChannelTypePreference'), `defaultChannelTypePreference must be minor or major, got ${quoted(preference)}`);
  } else if (preference !== '' && !kinds.has(preference)) {
    const option = preference === 'minor' ? 'generateMinorChannels' : 'generateMajorChannels';
    fault(fields.pathOf('defaultChannelTypePreference'), `defaultChannelTypePreference is ${preference}, but no ${preference} channels are made; set `
      + `${option} to true, or remove the preference`);
  }
  return preference === 'major' || preference === 'minor' ? preference : usual;
}

/** Fields of a map that must have no others. */
function strictFields(value: unknown, names: FieldNames, path: ValuePath, fault: FieldFault): Fields {
  const fields = new Fields(value, names, path, fault);
  for (const key of Object.keys(fields.unknown.unknownFields ?? {})) {
    fault([...path, key], `${pathText([...path, key])} is no field of the template; remove it, or correct its name`);
  }
  return fields;
}

/**
 * The catalog that the template stands for.
 *
 * @param bundles by image; all that the template names
 * @param fault takes what is wrong with the bundles
 */
export function renderSemver(
  template: SemverTemplate, bundles: ReadonlyMap<string, BundleDocument>, fault: (message: string) => void,
): CatalogDocument[] {
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
  const documents = new Map(named.map((bundle) => [bundle.name, bundle]));
  return [packageDocument(packageName, defaultChannel, documents.get(head)!), ...channels, ...documents.values()];
}

function onlyPackage(bundles: readonly BundleDocument[], faults: string[]): string {
  const names = new Set(bundles.map((bundle) => packageProperty(bundle, 'packageName')));
  if (names.size > 1) {
    faults.push(`the bundles are of several packages: ${quotedList([...names])}; write one template for each`);
  }
  return [...names][0] ?? '';
}

function membersOf(stability: Stability, bundles: readonly BundleDocument[], faults: string[]): MemberBundle[] {
  const members: MemberBundle[] = [];
  const byVersion = new Map<string, string>();
  for (const bundle of bundles) {
    const text = packageProperty(bundle, 'version');
    const version = parseVersion(text);
    const plain = text.replace(/\+.*$/, '');
    const twin = byVersion.get(plain);
    if (version === undefined) {
      faults.push(`bundle "${bundle.name}" has the version "${text}", which is no semantic version such as 1.2.3`);
    } else if (members.some(({ name }) => name === bundle.name)) {
      faults.push(`${stability} names the bundle "${bundle.name}" twice; remove one`);
    } else if (twin !== undefined) {
      faults.push(`${stability} has "${twin}" and "${bundle.name}", whose versions differ at most in build metadata, so neither is the newer; remove one`);
    } else {
      byVersion.set(plain, bundle.name);
      members.push({ name: bundle.name, version });
    }
  }
  return members;
}

/** A field of the one `olm.package` property of a bundle. */
function packageProperty({ properties }: BundleDocument, key: 'packageName' | 'version'): string {
  return textField(properties.find(({ type }) => type === 'olm.package')?.value, key) ?? '';
}

/** Icon and description are those of the newest bundle of the default channel. */
function packageDocument(name: string, defaultChannel: string, head: BundleDocument): PackageDocument {
  const csv = csvOf(head);
  const metadata = head.properties.find(({ type }) => type === 'olm.csv.metadata')?.value;
  const description = textField(field(csv, 'spec') ?? metadata, 'description') ?? '';
  const icon = mapsField(fieldAt(csv, 'spec'), 'icon')[0];
  const [base64data, mediatype] = [textField(icon, 'base64data') ?? '', textField(icon, 'mediatype') ?? ''];
  return {
    schema: 'olm.package',
    name,
    defaultChannel,
    ...(base64data === '' ? {} : { icon: { base64data, mediatype } }),
    ...(description === '' ? {} : { description }),
  };
}
