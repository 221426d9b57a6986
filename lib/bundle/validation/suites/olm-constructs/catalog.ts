import { goField } from '../../../read/property-list';
import { labelFaults } from '../../kubernetes/names';
import type { Fault, Rule } from '../../rule';
import { FindingSeverity } from '../../severity';
import type { ValidationSubject } from '../../subject';

const PREFIX = 'operators.operatorframework.io.bundle.';
const PACKAGE = `${PREFIX}package.v1`;
const CHANNELS = `${PREFIX}channels.v1`;
const DEFAULT = `${PREFIX}channel.default.v1`;
const CATALOGS = 'https://olm.operatorframework.io/docs/reference/file-based-catalogs/';
const { ERROR, WARNING } = FindingSeverity;

/** What keeps a bundle from being found in a catalog: names of its package and channels. */
export const CATALOG_RULES: readonly Rule[] = [
  {
    id: 'package-name',
    severity: ERROR,
    summary: 'the name of the package is one that catalogs accept',
    remedy: 'use lower case letters, digits and -, at most 63 of them',
    source: CATALOGS,
    *check(subject) {
      for (const demand of subject.annotationsFile === undefined ? [] : labelFaults(subject.packageName)) {
        yield at(subject, PACKAGE, `the name of the package must ${demand}, got ${JSON.stringify(subject.packageName)}`);
      }
    },
  },
  {
    id: 'channel-default-unlisted',
    severity: WARNING,
    summary: 'the default channel is one of the channels of the bundle',
    remedy: 'add it to the channels, or make sure that other bundles of the package are in it; a catalog without it is refused',
    source: CATALOGS,
    *check(subject) {
      const { channels, defaultChannel } = subject;
      if (defaultChannel !== '' && channels.length > 0 && !channels.includes(defaultChannel)) {
        yield at(subject, DEFAULT, `the default channel ${JSON.stringify(defaultChannel)} is none of ${channels.join(', ')}`);
      }
    },
  },
  {
    id: 'channel-name',
    severity: ERROR,
    summary: 'each channel has a name without spaces, once',
    remedy: 'write the channels with commas and nothing else between them; spaces become part of the name',
    source: CATALOGS,
    *check(subject) {
      for (const [index, channel] of subject.channels.entries()) {
        if (channel === '' || /\s/.test(channel)) {
          yield at(subject, CHANNELS, `the channel ${JSON.stringify(channel)} is ${channel === '' ? 'empty' : 'written with a space, which belongs to its name'}`);
        } else if (subject.channels.indexOf(channel) < index) {
          yield at(subject, CHANNELS, `the channel ${JSON.stringify(channel)} is named twice`);
        }
      }
    },
  },
  {
    id: 'annotation-retyped',
    severity: ERROR,
    summary: 'each annotation of the bundle is written as text',
    remedy: 'put the value into quotes',
    source: 'https://yaml.org/type/',
    check: retyped,
  },
];

/** Go makes text of a number or boolean from what YAML reads, not from what stands there. */
function* retyped(subject: ValidationSubject): Iterable<Fault> {
  const document = subject.annotationsFile === undefined ? undefined : subject.documents.get(subject.annotationsFile);
  const annotations = goField(document?.value, 'annotations');
  for (const [key, value] of Object.entries(annotations ?? {})) {
    const retypes = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
    if (retypes && key.startsWith(PREFIX)) {
      const text = subject.annotations[key] ?? String(value);
      yield at(subject, key, `YAML reads a ${typeof value === 'boolean' ? 'boolean' : 'number'} here, so that OLM sees the text ${JSON.stringify(text)}`);
    }
  }
}

function at({ annotationsFile }: ValidationSubject, key: string, message: string): Fault {
  return annotationsFile === undefined ? { message } : { message, file: annotationsFile, path: ['annotations', key] };
}
