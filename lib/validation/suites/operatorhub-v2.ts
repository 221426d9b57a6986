import { parseVersion } from '../../catalog/version';
import { field, isMap, textField } from '../../json-value';
import { specOf, withCsv } from '../csv-parts';
import { isMailAddress } from '../mail-address';
import { placedMaps } from '../placed';
import { parseTolerantVersion } from '../readers/tolerant-version';
import type { Fault, Rule } from '../rule';
import { FindingSeverity } from '../severity';
import type { SubjectObject } from '../subject';
import { parseRequestUri } from '../web-address';
import { ALPHA_DEPRECATED_APIS_RULES } from './alpha-deprecated-apis';

const SOURCE = 'https://github.com/operator-framework/api/blob/master/pkg/validation/internal/operatorhubv2.go';
const { ERROR, WARNING } = FindingSeverity;
const ICON_TYPES = ['image/gif', 'image/jpeg', 'image/png', 'image/svg+xml'];

/** What OperatorHub.io asks of a ClusterServiceVersion. */
export const OPERATORHUB_V2_RULES: readonly Rule[] = [
  rule('hub-provider', 'the provider has a name', 'set spec.provider.name', function* (csv) {
    if ((textField(field(specOf(csv), 'provider'), 'name') ?? '').trim() === '') {
      yield { message: 'spec.provider.name must be given', path: ['spec', 'provider'] };
    }
  }),
  rule('hub-maintainers', 'each maintainer has a name and a mail address', 'give each entry of spec.maintainers a name and an email', maintainerFaults),
  rule('hub-links', 'each link has a name and a URL', 'give each entry of spec.links a name and an absolute url', linkFaults),
  rule('hub-version', 'the ClusterServiceVersion has a version above 0.0.0', 'set spec.version', function* (csv) {
    const version = parseVersion(parseTolerantVersion(textField(specOf(csv), 'version') ?? '') ?? '0.0.0');
    if (version!.preRelease.length === 0 && version!.numbers.every((number) => number === 0n)) {
      yield { message: 'spec.version must be given, and not be 0.0.0', path: ['spec', 'version'] };
    }
  }),
  rule('hub-icon', 'there is one icon, of a type that browsers show', `add one entry to spec.icon with base64data and a mediatype: ${ICON_TYPES.join(', ')}`, iconFaults),
  rule('hub-minkube', 'spec.minKubeVersion says the oldest Kubernetes on which the operator runs, as a whole version',
    'write all three numbers without a v, such as 1.27.0', function* (csv) {
      const text = textField(specOf(csv), 'minKubeVersion') ?? '';
      const path = ['spec', 'minKubeVersion'];
      if (text.trim() === '') {
        yield { message: 'spec.minKubeVersion is not set, so OLM installs the operator on any Kubernetes, however old', path: ['spec'], severity: WARNING };
      } else if (parseVersion(text) === undefined) {
        yield { message: `spec.minKubeVersion must be a whole version, got ${JSON.stringify(text)}`, path, value: text };
      }
    }),
  ...ALPHA_DEPRECATED_APIS_RULES.map((removed) => ({ ...removed, id: `hub-${removed.id}` })),
];

function rule(id: string, summary: string, remedy: string, check: (csv: SubjectObject) => Iterable<Fault>): Rule {
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

function* maintainerFaults(csv: SubjectObject): Iterable<Fault> {
  for (const { value, path } of placedMaps(specOf(csv), 'maintainers', ['spec'])) {
    const email = textField(value, 'email') ?? '';
    if (email === '' || (textField(value, 'name') ?? '') === '') {
      yield { message: 'a maintainer must have a name and an email', path };
    }
    if (email !== '' && !isMailAddress(email)) {
      yield { message: `a maintainer's email must be a mail address, got ${JSON.stringify(email)}`, path: [...path, 'email'], value: email };
    }
  }
}

function* linkFaults(csv: SubjectObject): Iterable<Fault> {
  for (const { value, path } of placedMaps(specOf(csv), 'links', ['spec'])) {
    const url = textField(value, 'url') ?? '';
    if (url === '' || (textField(value, 'name') ?? '') === '') {
      yield { message: 'a link must have a name and a url', path };
    }
    if (url !== '' && parseRequestUri(url) === undefined) {
      yield { message: `the url of a link must be absolute, got ${JSON.stringify(url)}`, path: [...path, 'url'], value: url };
    }
  }
}

/** Only the first icon is looked at: where there are several, that alone is a fault. */
function* iconFaults(csv: SubjectObject): Iterable<Fault> {
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
  const mediaType = textField(icon, 'mediatype') ?? '';
  if (mediaType === '' || (textField(icon, 'base64data') ?? '') === '') {
    yield { message: 'an icon must have base64data and mediatype', path: [...path, 0] };
  }
  if (mediaType !== '' && !ICON_TYPES.includes(mediaType)) {
    yield { message: `the mediatype of an icon must be one of ${ICON_TYPES.join(', ')}, got ${JSON.stringify(mediaType)}`, path: [...path, 0, 'mediatype'], value: mediaType };
  }
}
