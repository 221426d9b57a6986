import { BundleErrorCode } from '../../bundle-error';
import { describe, field, isMap, textField } from '../../json-value';
import type { ValuePath } from '../../source-position';
import type { DocumentFile } from '../document-file';
import type { Problems } from '../problems';

/** A channel of a package. */
export interface PackageChannel {
  readonly name: string;

  /** The name of the ClusterServiceVersion at the head of the channel. */
  readonly currentCsv: string;
}

/** What the file of a package says. */
export interface PackageFile {
  readonly packageName: string;
  readonly channels: readonly PackageChannel[];
  readonly defaultChannel: string;
}

const FIELDS = ['packageName', 'channels', 'defaultChannel'];

/** Whether a document is the file of a package: it has one of the fields of that, whatever the name of the file. */
export function isPackage(value: unknown): boolean {
  return FIELDS.some((name) => (field(value, name) ?? '') !== '') && textField(value, 'kind') === undefined;
}

/**
 * Reads the file of a package.
 *
 * @param file the path of the file, for messages
 * @param document what it holds
 * @param problems takes what is wrong with it
 * @see https://pkg.go.dev/github.com/operator-framework/api/pkg/manifests#PackageManifest
 */
export function readPackageFile(file: string, { value, locate }: DocumentFile, problems: Problems): PackageFile {
  const fault = (message: string, path: ValuePath): void => {
    problems.add(BundleErrorCode.PACKAGE, message, file, locate(path) ?? locate(path.slice(0, -1)) ?? locate([]));
  };
  const text = (holder: unknown, name: string, path: ValuePath): string => {
    const found = field(holder, name);
    if (typeof found === 'string' && found !== '') {
      return found;
    }
    const remedy = typeof found === 'number' || typeof found === 'boolean' ? '; put it into quotes' : '';
    fault(`${name} must be text that is not empty, got ${describe(found)}${remedy}`, [...path, name]);
    return '';
  };

  const packageName = text(value, 'packageName', []);
  const list = field(value, 'channels');
  const channels: PackageChannel[] = [];
  if (!Array.isArray(list) || list.length === 0) {
    fault(`channels must be a list with at least one channel, got ${Array.isArray(list) ? 'none' : describe(list)}`, ['channels']);
  } else {
    for (const [index, entry] of list.entries()) {
      if (!isMap(entry)) {
        fault(`a channel must be a map with name and currentCSV, got ${describe(entry)}`, ['channels', index]);
        continue;
      }
      const channel = { name: text(entry, 'name', ['channels', index]), currentCsv: text(entry, 'currentCSV', ['channels', index]) };
      if (channels.some(({ name }) => name === channel.name && name !== '')) {
        fault(`the channel ${channel.name} is listed twice; leave one out`, ['channels', index]);
      }
      if (channel.name.includes(',')) {
        fault(`the name of a channel must hold no comma, which stands between channels in a bundle, got ${describe(channel.name)}`, ['channels', index]);
      }
      channels.push(channel);
    }
  }
  return { packageName, channels, defaultChannel: defaultChannelOf(value, channels, fault) };
}

/**
 * The default channel; the only channel is that without being named. It need not be one of the list, as for operator-sdk: versions that
 * are the head of no channel make it one.
 */
function defaultChannelOf(value: unknown, channels: readonly PackageChannel[], fault: (message: string, path: ValuePath) => void): string {
  const found = field(value, 'defaultChannel') ?? '';
  if (typeof found !== 'string') {
    fault(`defaultChannel must be text, got ${describe(found)}; put it into quotes if it is right`, ['defaultChannel']);
    return '';
  }
  if (found === '' && channels.length > 1) {
    fault(`defaultChannel must name one of the channels ${channels.map(({ name }) => name).join(', ')}`, []);
  }
  return found === '' ? (channels[0]?.name ?? '') : found;
}
