import { field, isMap, stringField } from '../../formats/json/json-value';
import { parseRequestUri } from '../../formats/schema/checks/web-address';
import { parseTolerantVersion, parseVersion } from '../../formats/semver/version';
import type { BundleObject } from '../model/bundle-view';
import { annotationsOf, specOf, withCsv } from '../model/csv-parts';
import { FindingSeverity } from '../model/finding';
import { type Fault, locatedMaps, type Rule } from '../model/rule';
import { ALPHA_DEPRECATED_APIS_RULES } from './alpha-deprecated-apis';
import { minKubeVersionFaults } from './csv';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/operatorhubv2.go';
const { ERROR, WARNING } = FindingSeverity;
const ICON_TYPES = ['image/gif', 'image/jpeg', 'image/png', 'image/svg+xml'];

/** Requirements of OperatorHub.io for a CSV. */
export const OPERATORHUB_V2_RULES: readonly Rule[] = [
  rule('hub-provider', 'the provider has a name', 'set spec.provider.name', function* (csv) {
    if ((stringField(field(specOf(csv), 'provider'), 'name') ?? '').trim() === '') {
      yield { message: 'spec.provider.name is missing', path: ['spec', 'provider'] };
    }
  }),
  rule('hub-maintainers', 'each maintainer has a name and an email address', 'set name and email in each entry of spec.maintainers', maintainerFaults),
  rule('hub-links', 'each link has a name and a URL', 'set name and an absolute url in each entry of spec.links', linkFaults),
  rule('hub-version', 'the CSV has a version above 0.0.0', 'set spec.version', function* (csv) {
    const version = parseVersion(parseTolerantVersion(stringField(specOf(csv), 'version') ?? '') ?? '0.0.0');
    if (version!.preRelease.length === 0 && version!.numbers.every((number) => number === 0n)) {
      yield { message: 'spec.version is missing or 0.0.0', path: ['spec', 'version'] };
    }
  }),
  rule('hub-icon', 'spec.icon has one icon, of a type that browsers support', `set one icon in spec.icon, with base64data and one of the mediatypes ${ICON_TYPES.join(', ')}`, iconFaults),
  rule('hub-minkube', 'spec.minKubeVersion is the full version of the oldest supported Kubernetes release',
    'set all three numbers, without a v, such as 1.27.0', minKubeVersionFaults),
  ...ALPHA_DEPRECATED_APIS_RULES.map((removed) => ({ ...removed, id: `hub-${removed.id}` })),
];

function rule(id: string, summary: string, remedy: string, check: (csv: BundleObject) => Iterable<Fault>): Rule {
  return {
    id,
    severity: ERROR,
    summary,
    remedy,
    source: SOURCE,
    check: withCsv(function* (csv) {
      for (const fault of check(csv)) {
        yield { file: csv.file, ...fault };
      }
    }),
  };
}

function* maintainerFaults(csv: BundleObject): Iterable<Fault> {
  for (const { value, path } of locatedMaps(specOf(csv), 'maintainers', ['spec'])) {
    const email = stringField(value, 'email') ?? '';
    if (email === '' || (stringField(value, 'name') ?? '') === '') {
      yield { message: 'a maintainer must have a name and an email', path };
    }
    if (email !== '' && !isMailAddress(email)) {
      yield { message: `the email of a maintainer is not a valid address, got ${JSON.stringify(email)}`, path: [...path, 'email'], value: email };
    }
  }
}

function* linkFaults(csv: BundleObject): Iterable<Fault> {
  for (const { value, path } of locatedMaps(specOf(csv), 'links', ['spec'])) {
    const url = stringField(value, 'url') ?? '';
    if (url === '' || (stringField(value, 'name') ?? '') === '') {
      yield { message: 'a link must have a name and a url', path };
    }
    if (url !== '' && parseRequestUri(url) === undefined) {
      yield { message: `the url of a link must be an absolute URL, got ${JSON.stringify(url)}`, path: [...path, 'url'], value: url };
    }
  }
}

/** Only checks the first icon, because several icons are a separate fault. */
function* iconFaults(csv: BundleObject): Iterable<Fault> {
  const icons = field(specOf(csv), 'icon') ?? undefined;
  const path = ['spec', 'icon'];
  if (!Array.isArray(icons)) {
    yield { message: 'spec.icon is not set', path: ['spec'], severity: WARNING };
    return;
  }
  if (icons.length !== 1) {
    yield { message: `spec.icon must have one entry, got ${icons.length}`, path };
  }
  const icon: unknown = icons[0];
  if (!isMap(icon)) {
    return;
  }
  const mediaType = stringField(icon, 'mediatype') ?? '';
  if (mediaType === '' || (stringField(icon, 'base64data') ?? '') === '') {
    yield { message: 'an icon must have base64data and mediatype', path: [...path, 0] };
  }
  if (mediaType !== '' && !ICON_TYPES.includes(mediaType)) {
    yield { message: `the mediatype of an icon must be one of ${ICON_TYPES.join(', ')}, got ${JSON.stringify(mediaType)}`, path: [...path, 0, 'mediatype'], value: mediaType };
  }
}

/** Capability levels of operators, from the lowest to the highest. */
const LEVELS = ['Basic Install', 'Seamless Upgrades', 'Full Lifecycle', 'Deep Insights', 'Auto Pilot'];

/** The annotation `capabilities`. */
export const STANDARD_CAPABILITIES_RULES: readonly Rule[] = [
  {
    id: 'capabilities',
    severity: FindingSeverity.ERROR,
    summary: 'the annotation capabilities is a level that OperatorHub knows',
    remedy: `use one of ${LEVELS.join(', ')}`,
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/standardcapabilities.go',
    check: withCsv(function* (csv) {
      const { capabilities } = annotationsOf(csv) as { readonly capabilities?: string };
      if (capabilities !== undefined && !LEVELS.includes(capabilities)) {
        const message = `${JSON.stringify(capabilities)} is not a capability level`;
        yield { message, file: csv.file, path: ['metadata', 'annotations', 'capabilities'], value: capabilities };
      }
    }),
  },
];

/** The categories of OperatorHub. */
const CATEGORIES = [
  'AI/Machine Learning',
  'Application Runtime',
  'Big Data',
  'Cloud Provider',
  'Database',
  'Developer Tools',
  'Integration & Delivery',
  'Logging & Tracing',
  'Modernization & Migration',
  'Monitoring',
  'Networking',
  'Observability',
  'OpenShift Optional',
  'Security',
  'Storage',
  'Streaming & Messaging',
];

/** The annotation `categories`. */
export const STANDARD_CATEGORIES_RULES: readonly Rule[] = [
  {
    id: 'categories',
    severity: FindingSeverity.ERROR,
    summary: 'the annotation categories lists categories that OperatorHub, or the option categories, knows',
    remedy: `use ${CATEGORIES.join(', ')}; for a catalog with other categories, set the option categories`,
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/standardcategories.go',
    check: withCsv(function* (csv, { options }) {
      const known = options.categories ?? CATEGORIES;
      const { categories } = annotationsOf(csv) as { readonly categories?: string };
      for (const category of categories?.split(',') ?? []) {
        if (!known.includes(category.trim())) {
          const message = `unknown category ${JSON.stringify(category.trim())}`;
          yield { message, file: csv.file, path: ['metadata', 'annotations', 'categories'], value: category };
        }
      }
    }),
  },
];

/** Requirements of OperatorHub.io, in the suite that upstream has split into three. */
export const OPERATORHUB_RULES: readonly Rule[] = [
  ...OPERATORHUB_V2_RULES,
  ...STANDARD_CAPABILITIES_RULES,
  ...STANDARD_CATEGORIES_RULES,
  {
    id: 'operatorhub-deprecated',
    severity: FindingSeverity.WARNING,
    summary: 'the deprecated suite operatorhub is not used',
    remedy: 'use the suites operatorhubv2, standardcapabilities and standardcategories',
    source: 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/operatorhub.go',
    *check() {
      yield { message: 'the suite operatorhub is deprecated; operatorhubv2, standardcapabilities and standardcategories have the same rules' };
    },
  },
];

const QUOTED = String.raw`"(?:[^\0-\x08\x0a-\x1f"\\\x7f]|\\[^\0-\x08\x0a-\x1f\x7f])+"`;
const ATOM = String.raw`[^\0-\x20()<>[\]:;@\\,"\x7f.]+`;
const DOTTED = String.raw`${ATOM}(?:\.${ATOM})*`;
const ADDRESS = String.raw`[ \t]*(?:${DOTTED}|${QUOTED})@[ \t]*(?:${DOTTED}|\[[\da-fA-F:.]+\])`;
const COMMENT = String.raw`\((?:[^()\\]|\\[^]|\((?:[^()\\]|\\[^])*\))*\)`;
const NAME = String.raw`(?![ \t]*[(:])(?:[^\0-\x08\x0a-\x1f()<>[\]:;@\\,"\x7f]|""|${QUOTED}|${COMMENT})*`;
const SPACE = String.raw`(?:[ \t]|${COMMENT})*`;
const NAMED_OR_BARE = `(?:${ADDRESS}|${NAME}<${ADDRESS}>)${SPACE}`;

/** An address or a group of one address. No two parts of a repetition begin with the same character, so that matching takes linear time. */
const MAIL_ADDRESS = new RegExp(`^(?:${NAMED_OR_BARE}|${NAME}:${NAMED_OR_BARE};${SPACE})$`);

/**
 * Whether a string is one email address of RFC 5322, with or without a name: `Ann <ann@example.test>`.
 *
 * Like upstream's validator, it accepts what Go's standard library accepts, but comments only to a depth of two, and any digits as an IP address.
 *
 * @see https://pkg.go.dev/net/mail#ParseAddress
 */
export function isMailAddress(value: string): boolean {
  return MAIL_ADDRESS.test(value);
}
