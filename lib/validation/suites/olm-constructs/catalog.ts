import { goField } from '../../../formats/json/folded-keys';
import { labelErrors } from '../../../formats/schema/checks/kubernetes-names';
import type { Fault, Rule } from '../../model/rule';
import { FindingSeverity } from '../../model/finding';
import type { BundleView } from '../../model/bundle-view';
import { BUNDLE_ANNOTATION, BUNDLE_PREFIX } from '../../../bundle/model/bundle-content';

const { PACKAGE, CHANNELS, DEFAULT_CHANNEL: DEFAULT } = BUNDLE_ANNOTATION;
const CATALOGS = 'https://olm.operatorframework.io/docs/reference/file-based-catalogs/';
const { ERROR, WARNING } = FindingSeverity;

/** Rules about the names of the package and channels, without which a bundle cannot be found in a catalog. */
export const CATALOG_RULES: readonly Rule[] = [
  {
    id: 'package-name',
    severity: ERROR,
    summary: 'the name of the package is valid in catalogs',
    remedy: 'use at most 63 lowercase letters, digits and dashes',
    source: CATALOGS,
    *check(view) {
      for (const requirement of view.annotationsFile === undefined ? [] : labelErrors(view.packageName)) {
        yield at(view, PACKAGE, `the name of the package must ${requirement}, got ${JSON.stringify(view.packageName)}`);
      }
    },
  },
  {
    id: 'channel-default-unlisted',
    severity: WARNING,
    summary: 'the default channel is one of the channels of the bundle',
    remedy: 'add the default channel to the channels, unless other bundles of the package are in it; catalogs without their default channel are invalid',
    source: CATALOGS,
    *check(view) {
      const { channels, defaultChannel } = view;
      if (defaultChannel !== '' && channels.length > 0 && !channels.includes(defaultChannel)) {
        yield at(view, DEFAULT, `the default channel ${JSON.stringify(defaultChannel)} is not one of the bundle's channels: ${channels.join(', ')}`);
      }
    },
  },
  {
    id: 'channel-name',
    severity: ERROR,
    summary: 'the channels are listed once each, without spaces',
    remedy: 'separate channels by commas only; spaces become part of the name',
    source: CATALOGS,
    *check(view) {
      for (const [index, channel] of view.channels.entries()) {
        if (channel === '' || /\s/.test(channel)) {
          yield at(view, CHANNELS, `${channel === '' ? 'a channel name is empty' : `the channel name ${JSON.stringify(channel)} contains a space`}`);
        } else if (view.channels.indexOf(channel) < index) {
          yield at(view, CHANNELS, `the channel ${JSON.stringify(channel)} is listed twice`);
        }
      }
    },
  },
  {
    id: 'annotation-retyped',
    severity: ERROR,
    summary: 'each annotation of the bundle is a string in YAML',
    remedy: 'put the value in quotes',
    source: 'https://yaml.org/type/',
    check: retyped,
  },
];

/** Go converts the parsed number or boolean to a string, and so loses the original characters. */
function* retyped(view: BundleView): Iterable<Fault> {
  const document = view.annotationsFile === undefined ? undefined : view.documents.get(view.annotationsFile);
  const annotations = goField(document?.value, 'annotations');
  for (const [key, value] of Object.entries(annotations ?? {})) {
    const retypes = typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint';
    if (retypes && key.startsWith(BUNDLE_PREFIX)) {
      const annotation = view.annotations[key] ?? String(value);
      yield at(view, key, `YAML reads this value as a ${typeof value === 'boolean' ? 'boolean' : 'number'}, so OLM receives the string ${JSON.stringify(annotation)}`);
    }
  }
}

function at({ annotationsFile }: BundleView, key: string, message: string): Fault {
  return annotationsFile === undefined ? { message } : { message, file: annotationsFile, path: ['annotations', key] };
}
