import { tableText, writeTable } from '../frame/table';
import type { Terminal } from '../frame/terminal';
import type { OfferedChannel, PackageOffer } from '../../cluster/inspection/packages/package-offer';
import { tableLines } from '../../text/text-table';

/** Writes a table of packages. */
export function writePackages(terminal: Terminal, offers: readonly PackageOffer[]): void {
  writeTable(terminal, ['NAME', 'CATALOG', 'DEFAULT', 'VERSION', 'CHANNELS'], offers.map(({ name, catalog, defaultChannel, channels, deprecation }) => [
    deprecation === undefined ? name : `${name} (deprecated)`, catalog, defaultChannel,
    channels.find((channel) => channel.name === defaultChannel)?.headVersion ?? '', channels.map((channel) => channel.name).join(', '),
  ]));
}

/** Returns the lines of one package: its description, its channels, and the versions of each. */
export function packageLines(offer: PackageOffer, terminal: Terminal, allVersions: boolean): string[] {
  const { name, catalog, displayName, provider, defaultChannel, deprecation, installModes, ownedApis, channels } = offer;
  const width = terminal.proseWidth;
  const facts = [
    ['catalog', catalog], ['provider', provider], ['default channel', defaultChannel], ['deprecated', deprecation],
    ['install modes', installModes?.join(', ')], ['owned APIs', ownedApis.join(', ')],
  ].filter((fact): fact is [string, string] => fact[1] !== undefined && fact[1] !== '');
  return [
    `${terminal.styled('bold', name)}${displayName === undefined ? '' : ` (${displayName})`}`,
    ...facts.flatMap(([key, value]) => tableLines([[`${key}:`.padEnd(17), value]], 2, width)), '',
    ...tableText(terminal, ['CHANNEL', 'HEAD', 'VERSIONS'], channels.map((channel) => [
      `${channel.name}${channel.name === defaultChannel ? ' (default)' : ''}${channel.deprecation === undefined ? '' : ' (deprecated)'}`,
      channel.head, versionsText(channel, allVersions),
    ])),
    ...deprecationLines(channels, width),
  ];
}

/** Maximum number of versions listed for a channel. */
const MAX_VERSIONS = 8;

function versionsText({ versions }: OfferedChannel, all: boolean): string {
  const names = versions.map(({ version, name, deprecation }) => `${version === '' ? name : version}${deprecation === undefined ? '' : ' (deprecated)'}`);
  return all || names.length <= MAX_VERSIONS ? names.join(', ') : `${names.slice(0, MAX_VERSIONS).join(', ')} and ${names.length - MAX_VERSIONS} more`;
}

function deprecationLines(channels: readonly OfferedChannel[], width: number): string[] {
  const found = new Map(channels.flatMap(({ name, deprecation, versions }) => [
    ...(deprecation === undefined ? [] : [[`channel ${name}`, deprecation] as const]),
    ...versions.flatMap((version) => (version.deprecation === undefined ? [] : [[version.name, version.deprecation] as const])),
  ]));
  return found.size === 0 ? [] : ['', 'Deprecated:', ...[...found].flatMap(([of, message]) => tableLines([[`${of}:`, message]], 2, width))];
}
