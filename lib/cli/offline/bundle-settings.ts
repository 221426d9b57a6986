import type { BundleConfig } from '../../bundle/generate/generation-options';
import { InstallModeType } from '../../bundle/model/cluster-service-version-spec';
import { GenerationNoteCode } from '../../bundle/model/generation-note';
import { defined } from '../../formats/json/defined';
import { UsageError } from '../frame/cli-error';
import { flag, list, pairOf, text, type Values } from '../frame/option';

const metadata = { group: 'What consoles show:' };
const upgrades = { group: 'Upgrades and clusters:' };
const images = { group: 'Images:' };

/** Options of `bundle create` that are fields of a BundleConfig. */
export const settingOptions = {
  package: text('NAME', 'name of the package'),
  version: text('VERSION', 'version of the operator, such as 1.2.0 or v1.2.0'),
  channels: text('NAMES', 'channels, separated by commas; by default alpha'),
  defaultChannel: text('NAME', 'default channel of the package; by default the first channel'),
  base: text('FILE', 'base ClusterServiceVersion; by default one among the manifests whose name begins with the package and a dot'),
  name: text('NAME', 'name of the ClusterServiceVersion; by default PACKAGE.vVERSION'),
  displayName: text('TEXT', 'display name', metadata),
  description: text('FILE', 'Markdown file with the description', metadata),
  icon: text('FILE', 'icon: an SVG, PNG, JPEG or GIF file', metadata),
  provider: text('NAME', 'provider of the operator, optionally with its URL: NAME=URL', metadata),
  maintainer: list('NAME=EMAIL', 'maintainer', metadata),
  link: list('NAME=URL', 'link to a page about the operator', metadata),
  keyword: list('WORD', 'keyword', metadata),
  category: list('NAME', 'category, such as Database', metadata),
  capabilities: text('LEVEL', 'capability level, such as "Seamless Upgrades"', metadata),
  maturity: text('TEXT', 'maturity, such as stable', metadata),
  createdAt: text('TIME', 'time of creation, such as 2026-01-31T12:00:00Z; by default none, so that the bundle is the same at each run', metadata),
  suggestedNamespace: text('NAME', 'namespace that consoles propose', metadata),
  specDescriptors: flag('describe each field of custom resources that the base does not describe, so that consoles show a form', metadata),
  replaces: text('NAME', 'ClusterServiceVersion that this one replaces', upgrades),
  skips: list('NAME', 'ClusterServiceVersion that upgrades may skip', upgrades),
  skipRange: text('RANGE', 'versions that are upgraded to this one directly, such as ">=1.0.0 <1.2.0"', upgrades),
  minKubeVersion: text('VERSION', 'lowest version of Kubernetes, such as 1.28.0', upgrades),
  installMode: list('MODE', `supported install mode: ${Object.values(InstallModeType).join(', ')}; by default those of the base, or proposed`, upgrades),
  architecture: list('NAME', 'supported architecture, such as amd64', upgrades),
  relatedImage: list('NAME=IMAGE', 'further image that the operator needs', images),
  image: list('OLD=NEW', 'image to replace', images),
  annotation: list('KEY=VALUE', 'annotation of the ClusterServiceVersion'),
  bundleAnnotation: list('KEY=VALUE', 'annotation of the bundle, in metadata/annotations.yaml'),
  extraServiceAccount: list('NAME', 'service account that no Deployment uses and that OLM creates with its roles'),
  keepPermissions: flag('keep permissions that only the base has'),
  accept: list('CODE', `kind of notes that need no decision: ${Object.values(GenerationNoteCode).join(', ')}`),
  strict: flag('write nothing, and fail, if a note needs a decision'),
} as const;

/** Returns the fields of a BundleConfig that options on the command line set. */
export function settingsOf(values: Values<typeof settingOptions>): BundleConfig {
  const { provider, maintainer, link, relatedImage, image, annotation, bundleAnnotation, installMode, accept } = values;
  const several = <Item>(items: readonly Item[]): Item[] | undefined => items.length === 0 ? undefined : [...items];
  const pairs = (option: string, given: readonly string[]): { [key: string]: string } | undefined => (
    given.length === 0 ? undefined : Object.fromEntries(given.map((pair) => pairOf(option, pair)))
  );
  return defined({
    packageName: values.package, version: values.version, channels: values.channels?.split(',').map((channel) => channel.trim()), defaultChannel: values.defaultChannel,
    base: values.base, name: values.name, displayName: values.displayName, descriptionFile: values.description, icon: values.icon,
    provider: provider === undefined ? undefined : providerOf(provider),
    maintainers: several(maintainer.map((given) => pairOf('--maintainer', given)).map(([name, email]) => ({ name, email }))),
    links: several(link.map((given) => pairOf('--link', given)).map(([name, url]) => ({ name, url }))),
    keywords: several(values.keyword), categories: several(values.category), capabilities: values.capabilities, maturity: values.maturity,
    createdAt: values.createdAt, suggestedNamespace: values.suggestedNamespace, specDescriptors: values.specDescriptors ? true : undefined,
    replaces: values.replaces, skips: several(values.skips), skipRange: values.skipRange, minKubeVersion: values.minKubeVersion,
    installModes: several(installMode.map((given) => memberOf('--install-mode', given, Object.values(InstallModeType)))),
    architectures: several(values.architecture),
    relatedImages: several(relatedImage.map((given) => pairOf('--related-image', given)).map(([name, reference]) => ({ name, image: reference }))),
    images: pairs('--image', image), annotations: pairs('--annotation', annotation), bundleAnnotations: pairs('--bundle-annotation', bundleAnnotation),
    extraServiceAccounts: several(values.extraServiceAccount), keepPermissions: values.keepPermissions ? true : undefined,
    accept: several(accept.map((given) => memberOf('--accept', given, Object.values(GenerationNoteCode)))),
    strict: values.strict ? true : undefined,
  });
}

function providerOf(given: string): { readonly name: string; readonly url?: string } {
  return given.includes('=') ? (([name, url]) => ({ name, url }))(pairOf('--provider', given)) : { name: given };
}

function memberOf<Member extends string>(option: string, given: string, members: readonly Member[]): Member {
  const found = members.find((member) => member === given);
  if (found === undefined) {
    throw new UsageError(`${option} must be one of ${members.join(', ')}, and is '${given}'`);
  }
  return found;
}
