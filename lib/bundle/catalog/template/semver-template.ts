import { semverChannels } from './semver-channels';
import type { ChannelKind, MemberBundle, Stability, SemverMembers } from './semver-channels';
import { STABILITIES } from './semver-channels';
import type { TemplateFields } from './template-fields';
import { csvOf } from '../migration/csv-metadata';
import type { BundleDocument, CatalogDocument, PackageDocument } from '../wire';
import { parseVersion } from '../version';
import { field, fieldAt, mapsField, textField } from '../../json-value';

/** The schema of the template. */
export const SEMVER_SCHEMA = 'olm.semver';

/** What an `olm.semver` template says: bundles by how stable they are, and which channels are to be made of their versions. */
export interface SemverTemplate {
  /** The images of the bundles, in the order of the template. */
  readonly images: { readonly [Name in Stability]: readonly string[] };
  readonly kinds: ReadonlySet<ChannelKind>;
  readonly preferred: ChannelKind;
}

/**
 * Reads the fields of an `olm.semver` template. Unknown fields are faults.
 *
 * @see https://olm.operatorframework.io/docs/reference/catalog-templates/#semver-template
 */
export function semverTemplate(fields: TemplateFields, faults: string[]): SemverTemplate {
  fields.only('schema', 'generateMajorChannels', 'generateMinorChannels', 'defaultChannelTypePreference', ...STABILITIES);
  const kinds = new Set<ChannelKind>();
  if (fields.boolean('generateMajorChannels')) {
    kinds.add('major');
  }
  if (fields.boolean('generateMinorChannels') || kinds.size === 0) {
    kinds.add('minor');
  }
  const preference = fields.text('defaultChannelTypePreference');
  const preferred = preference === '' ? (kinds.has('minor') ? 'minor' : 'major') : preference;
  if (preferred !== 'minor' && preferred !== 'major') {
    faults.push(`defaultChannelTypePreference must be minor or major, got "${preferred}"`);
  } else if (!kinds.has(preferred)) {
    const option = preferred === 'minor' ? 'generateMinorChannels' : 'generateMajorChannels';
    faults.push(`defaultChannelTypePreference is ${preferred}, but no ${preferred} channels are made; set ${option} to true, or remove the preference`);
  }
  const imagesOf = (stability: Stability): string[] => (
    fields.map(stability).only('bundles').items('bundles').map((bundle) => bundle.only('image').text('image'))
  );
  const images = { candidate: imagesOf('candidate'), fast: imagesOf('fast'), stable: imagesOf('stable') };
  if (STABILITIES.every((stability) => images[stability].length === 0)) {
    faults.push('the template names no bundle; list at least one under candidate, fast or stable, as bundles: [{image: …}]');
  }
  return { images, kinds, preferred: preferred === 'major' ? 'major' : 'minor' };
}

/**
 * The catalog that the template stands for.
 *
 * @param bundles by image; all that the template names
 * @param faults takes what is wrong with the bundles
 */
export function renderSemver(template: SemverTemplate, bundles: ReadonlyMap<string, BundleDocument>, faults: string[]): CatalogDocument[] {
  const named = STABILITIES.flatMap((stability) => template.images[stability]).map((image) => bundles.get(image)!);
  const packageName = onlyPackage(named, faults);
  const members = (stability: Stability): MemberBundle[] => membersOf(stability, template.images[stability].map((image) => bundles.get(image)!), faults);
  const all: SemverMembers = { candidate: members('candidate'), fast: members('fast'), stable: members('stable') };
  if (faults.length > 0) {
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
    faults.push(`the bundles are of several packages: ${[...names].map((name) => `"${name}"`).join(', ')}; write one template for each`);
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
