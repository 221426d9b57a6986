import type { ListedApi } from './cluster-apis';
import { quoted } from '../../text/phrases';
import { printableMessage } from '../../text/printable';

/** An API version: `v1`, or a group and a version. */
const API_VERSION = /^(?:([a-z0-9](?:[-a-z0-9.]*[a-z0-9])?)\/)?(v\d+(?:(?:alpha|beta)\d+)?)$/;

/**
 * Parses the output of `kubectl api-resources`, with or without `-o wide` and headers, or of `kubectl api-versions`.
 *
 * @throws Error with the line that is neither
 */
export function parseApiList(text: string, source: string): ListedApi[] {
  const lines = text.replace(/^\ufeff/, '').split('\n').map((line) => line.replace(/\r$/, '')).map((line, index) => ({ line, number: index + 1 }))
    .filter(({ line }) => line.trim() !== '' && !line.startsWith('#'));
  if (lines.every(({ line }) => /^NAME\s/.test(line))) {
    throw new Error(printableMessage(`${source}: the list of APIs is empty; write it with \`olm-constructs apis\` or \`kubectl api-resources\``));
  }
  // Before kubectl 1.20, the column had only the group.
  const hasOnlyGroups = lines.some(({ line }) => /^NAME\s.*\sAPIGROUP\s/.test(line));
  const groupColumn = lines.find(({ line }) => /^NAME\s/.test(line))?.line.search(/APIGROUP|APIVERSION/) ?? -1;
  return lines.filter(({ line }) => !/^NAME\s/.test(line)).map(({ line, number }) => {
    const listed = ofVersion(line.trim()) ?? ofResource(line, hasOnlyGroups ? groupColumn : -1);
    if (listed === undefined) {
      throw new Error(printableMessage(`${source}:${number}: ${quoted(line)} is neither a row of \`kubectl api-resources\` nor of `
        + '`kubectl api-versions`; write the file with `olm-constructs apis`'));
    }
    return listed;
  });
}

function ofVersion(line: string): ListedApi | undefined {
  const [, group = '', version] = API_VERSION.exec(line) ?? [];
  return version === undefined ? undefined : { group, version };
}

/** @param groupColumn offset of the column with the group, or -1 if the last word before NAMESPACED is the API version */
function ofResource(line: string, groupColumn: number): ListedApi | undefined {
  const words = line.split(/\s+/);
  const namespaced = words.findIndex((word, index) => index > 0 && (word === 'true' || word === 'false') && /^\w+$/.test(words[index + 1] ?? ''));
  const kind = words[namespaced + 1]!;
  if (namespaced < 0 || words[0] === '') {
    return undefined;
  }
  if (groupColumn >= 0) {
    return { group: /^\S*/.exec(line.slice(groupColumn).replace(/^(?:true|false)\s.*/, ''))![0], kind };
  }
  const [, group = '', version] = API_VERSION.exec(namespaced > 1 ? words[namespaced - 1]! : '') ?? [];
  return version === undefined ? undefined : { group, version, kind };
}
