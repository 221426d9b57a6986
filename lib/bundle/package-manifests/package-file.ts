import { goField } from '../../formats/json/folded-keys';
import { describeType, field, isMap, stringField } from '../../formats/json/json-value';
import { nearestPosition, type ValuePath } from '../../formats/json/source-position';
import { withFieldNames } from '../../formats/yaml/go-field-names';
import { listOf, STRING, struct } from '../../formats/yaml/go-type';
import type { DocumentFile } from '../files/document-file';
import type { Problems } from '../files/problems';
import { BundleErrorCode } from '../model/bundle-error';

/** A channel of a package. */
export interface PackageChannel {
  /** Name of the channel. */
  readonly name: string;

  /** Name of the ClusterServiceVersion at the head of the channel. */
  readonly currentCsv: string;
}

/** Content of a package file. */
export interface PackageFile {
  /** Name of the package. */
  readonly packageName: string;

  /** Channels, in the order of the file. */
  readonly channels: readonly PackageChannel[];

  /** Name of the default channel. */
  readonly defaultChannel: string;
}

const PACKAGE = struct({ packageName: STRING, channels: listOf(struct({ name: STRING, currentCSV: STRING })), defaultChannel: STRING });
const FIELDS = ['packageName', 'channels', 'defaultChannel'];

/** Whether a document is the content of a package file. Its fields decide, not the file name. */
export function isPackage(value: unknown): boolean {
  return FIELDS.some((name) => (goField(value, name) ?? '') !== '') && stringField(value, 'kind') === undefined;
}

/**
 * Reads a package file.
 *
 * @param file path of the file, for messages
 * @param document content of the file
 * @param problems receives the problems of the file
 * @see https://pkg.go.dev/github.com/operator-framework/api/pkg/manifests#PackageManifest
 */
export function readPackageFile(file: string, { value: document, locate }: DocumentFile, problems: Problems): PackageFile {
  const value = withFieldNames(document, PACKAGE);
  const fault = (message: string, path: ValuePath): void => {
    problems.add(BundleErrorCode.PACKAGE, message, file, nearestPosition(locate, path));
  };
  const requiredString = (parent: unknown, name: string, path: ValuePath): string => {
    const found = field(parent, name);
    if (typeof found === 'string' && found !== '') {
      return found;
    }
    const remedy = typeof found === 'number' || typeof found === 'boolean' ? '; put it in quotes' : '';
    fault(`${name} must be a non-empty string, got ${describeType(found)}${remedy}`, [...path, name]);
    return '';
  };

  const packageName = requiredString(value, 'packageName', []);
  const list = field(value, 'channels');
  const channels: PackageChannel[] = [];
  if (!Array.isArray(list) || list.length === 0) {
    fault(`channels must be a list with at least one channel, got ${Array.isArray(list) ? 'none' : describeType(list)}`, ['channels']);
  } else {
    for (const [index, entry] of list.entries()) {
      if (!isMap(entry)) {
        fault(`a channel must be a map with name and currentCSV, got ${describeType(entry)}`, ['channels', index]);
        continue;
      }
      const channel = { name: requiredString(entry, 'name', ['channels', index]), currentCsv: requiredString(entry, 'currentCSV', ['channels', index]) };
      if (channels.some(({ name }) => name === channel.name && name !== '')) {
        fault(`the channel ${channel.name} is listed twice; remove one`, ['channels', index]);
      }
      if (channel.name.includes(',')) {
        fault(`the name of a channel must not contain a comma, which separates channels in a bundle, got ${describeType(channel.name)}`, ['channels', index]);
      }
      channels.push(channel);
    }
  }
  return { packageName, channels, defaultChannel: defaultChannelOf(value, channels, fault) };
}

/**
 * Returns the default channel; a single channel is the default if none is set. As in operator-sdk, it need not be in the list: versions that
 * are not the head of any channel are put into it.
 */
function defaultChannelOf(value: unknown, channels: readonly PackageChannel[], fault: (message: string, path: ValuePath) => void): string {
  const found = field(value, 'defaultChannel') ?? '';
  if (typeof found !== 'string') {
    fault(`defaultChannel must be a string, got ${describeType(found)}; put it in quotes`, ['defaultChannel']);
    return '';
  }
  if (found === '' && channels.length > 1) {
    fault(`defaultChannel must name one of the channels ${channels.map(({ name }) => name).join(', ')}`, []);
  }
  return found === '' ? (channels[0]?.name ?? '') : found;
}
