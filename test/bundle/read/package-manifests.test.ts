import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { Bundle } from '../../../lib/bundle/bundle';
import { bundleFiles, CRD, CSV, SERVICE, withFiles } from '../../builders/bundle-files';
import { errorOf } from './message';

type Files = { readonly [path: string]: string | Buffer | null };

const PREFIX = 'operators.operatorframework.io';

const PACKAGE = `packageName: demo
channels:
  - name: stable
    currentCSV: demo.v1.2.3
  - name: beta
    currentCSV: demo.v1.2.3
  - name: old
    currentCSV: demo.v1.0.0
defaultChannel: stable
`;

/** Returns the files of a version of the valid bundle, in its own folder. */
function version(name: string, csv = (text: string): string => text): { [path: string]: string | Buffer } {
  const files = bundleFiles();
  const text = csv((files[CSV] as string).replaceAll('1.2.3', name));
  return { [`${name}/csv.yaml`]: text, [`${name}/crd.yaml`]: files[CRD]!, [`${name}/service.yaml`]: files[SERVICE]! };
}

function sound(changes: Files = {}): { [path: string]: string | Buffer } {
  const all: Files = { 'demo.package.yaml': PACKAGE, ...version('1.0.0'), ...version('1.1.0'), ...version('1.2.3'), ...changes };
  return Object.fromEntries(Object.entries(all).filter((entry): entry is [string, string | Buffer] => entry[1] !== null));
}

function problems(files: { readonly [path: string]: string | Buffer }): string[] {
  return withFiles(files, (folder) => errorOf(() => Bundle.fromPackageManifests(folder)).problems
    .map(({ code, message, file, line }) => `${code} ${file ?? ''}${line === undefined ? '' : `:${line}`}: ${message}`));
}

describe('package manifests', () => {
  it('become a bundle for each version, in the channels that it is the head of or else in the default channel', () => {
    const bundles = withFiles(sound(), (folder) => Bundle.fromPackageManifests(folder));
    expect(bundles.map((bundle) => [bundle.name, bundle.packageName, bundle.channels, bundle.defaultChannel])).toEqual([
      ['demo.v1.0.0', 'demo', ['old'], 'stable'],
      ['demo.v1.1.0', 'demo', ['stable'], 'stable'],
      ['demo.v1.2.3', 'demo', ['stable', 'beta'], 'stable'],
    ]);
    expect(bundles[0]!.manifests.map(({ file }) => file)).toEqual(['manifests/crd.yaml', 'manifests/csv.yaml', 'manifests/service.yaml']);
  });

  it('become bundles with the annotations of operator-sdk, including its builder and project layout', () => {
    const stamped = (text: string): string => text.replace('olm.skipRange', `${PREFIX}/builder: operator-sdk-v1.42.3\n    ${PREFIX}/other: no\n    olm.skipRange`);
    const [bundle] = withFiles({ ...sound(), ...version('1.0.0', stamped) }, (folder) => Bundle.fromPackageManifests(folder));
    expect(bundle!.annotations).toEqual({
      [`${PREFIX}.bundle.mediatype.v1`]: 'registry+v1',
      [`${PREFIX}.bundle.manifests.v1`]: 'manifests/',
      [`${PREFIX}.bundle.metadata.v1`]: 'metadata/',
      [`${PREFIX}.bundle.package.v1`]: 'demo',
      [`${PREFIX}.bundle.channels.v1`]: 'old',
      [`${PREFIX}.bundle.channel.default.v1`]: 'stable',
      [`${PREFIX}/builder`]: 'operator-sdk-v1.42.3',
    });
  });

  it('become bundles in a default channel without a head, as in operator-sdk', () => {
    const text = PACKAGE.replace('defaultChannel: stable', 'defaultChannel: alpha');
    const bundles = withFiles(sound({ 'demo.package.yaml': text }), (folder) => Bundle.fromPackageManifests(folder));
    expect(bundles.map(({ channels, defaultChannel }) => [channels, defaultChannel])).toEqual([[['old'], 'alpha'], [['alpha'], 'alpha'], [['stable', 'beta'], 'alpha']]);
  });

  it.each<[string, Files]>([
    ['without a default channel if there is only one channel', { 'demo.package.yaml': 'packageName: demo\nchannels: [{name: stable, currentCSV: demo.v1.2.3}]\n' }],
    ['with a JSON package file of any name', { 'demo.package.yaml': null, 'a.json': '{"packageName":"demo","channels":[{"name":"stable","currentCSV":"demo.v1.2.3"}]}' }],
    ['with field names in any case', { 'demo.package.yaml': 'PackageName: demo\nCHANNELS: [{Name: stable, CurrentCSV: demo.v1.2.3}]\n' }],
    ['with other files and hidden folders, which are ignored', { 'README.md': '# {', 'x.yaml': 'kind: Other\nchannels: []\n', '.git/config': '' }],
    ['with a scorecard configuration, which is not a part of the bundle', { '1.2.3/config.yaml': 'apiVersion: scorecard.operatorframework.io/v1alpha3\nkind: Configuration\n' }],
  ])('are accepted %s', (_, changes) => {
    const last = withFiles(sound(changes), (folder) => Bundle.fromPackageManifests(folder)).at(-1)!;
    expect([last.name, last.defaultChannel, last.manifests.length]).toEqual(['demo.v1.2.3', 'stable', 3]);
  });
});

describe('package manifests are refused', () => {
  it.each<[string, string | null, string]>([
    ['is missing', null, 'package : no package file found, which defines the channels; add a file with packageName and channels, such as NAME.package.yaml'],
    ['has no name', 'channels: [{name: stable, currentCSV: demo.v1.2.3}]', 'package demo.package.yaml:1: packageName must be a non-empty string, got nothing'],
    ['has a numeric name', 'packageName: 1\nchannels: [{name: stable, currentCSV: demo.v1.2.3}]',
      'package demo.package.yaml:1: packageName must be a non-empty string, got the number 1; put it in quotes'],
    ['has no channels', 'packageName: demo', 'package demo.package.yaml:1: channels must be a list with at least one channel, got nothing'],
    ['has an empty list of channels', 'packageName: demo\nchannels: []', 'package demo.package.yaml:2: channels must be a list with at least one channel, got none'],
    ['has a channel that is not a map', 'packageName: demo\nchannels: [stable]', 'package demo.package.yaml:2: a channel must be a map with name and currentCSV, got the string "stable"'],
    ['has a channel without a head', 'packageName: demo\nchannels: [{name: stable}]', 'package demo.package.yaml:2: currentCSV must be a non-empty string, got nothing'],
    ['has a comma in the name of a channel', PACKAGE.replace('name: old', 'name: a,b'),
      'package demo.package.yaml:7: the name of a channel must not contain a comma, which separates channels in a bundle, got the string "a,b"'],
    ['has a channel twice', PACKAGE.replace('name: beta', 'name: stable'), 'package demo.package.yaml:5: the channel stable is listed twice; remove one'],
    ['has several channels and no default', PACKAGE.replace('defaultChannel: stable\n', ''), 'package demo.package.yaml:1: defaultChannel must name one of the channels stable, beta, old'],
    ['has a default channel that is not a string', PACKAGE.replace('defaultChannel: stable', 'defaultChannel: 4.10'),
      'package demo.package.yaml:9: defaultChannel must be a string, got the number 4.1; put it in quotes'],
    ['has a channel with a missing head', PACKAGE.replace('demo.v1.0.0', 'demo.v9'),
      'package : the head of the channel old is demo.v9, which is not in any folder; available: demo.v1.0.0, demo.v1.1.0, demo.v1.2.3'],
    ['is not YAML', 'packageName: [', 'syntax demo.package.yaml:'],
  ])('if the package file %s', (_, content, reason) => {
    expect(problems(sound({ 'demo.package.yaml': content })).join('\n')).toContain(reason);
  });

  it('if there are two package files', () => {
    expect(problems(sound({ 'other.yaml': PACKAGE }))).toEqual(['package other.yaml: this is a second package file; a folder must contain exactly one']);
  });

  it('if there is no version', () => {
    expect(problems({ 'demo.package.yaml': PACKAGE.replace(/ {2}- name: (?:beta|old)\n.*\n/g, '') })).toEqual([
      'layout : no folder with a version of the operator found; package manifests must have one for each version',
      'package : the head of the channel stable is demo.v1.2.3, which is not in any folder; available: none',
    ]);
  });

  it('with all problems of all versions, and their positions', () => {
    const found = problems(sound({ '1.0.0/crd.yaml': 'a: [', '1.1.0/csv.yaml': null, '1.2.3/deep/x.yaml': 'kind: X' }));
    expect(found).toEqual([
      expect.stringMatching(/^syntax 1\.0\.0\/crd\.yaml:\d+: /),
      'csv 1.1.0: no ClusterServiceVersion in manifests/; a bundle must contain exactly one',
      'layout 1.2.3/deep/x.yaml: OLM ignores subfolders of manifests/; move the file to manifests/',
    ]);
  });

  it('if an entry is a link', () => {
    withFiles(sound(), (folder) => {
      symlinkSync('/etc/passwd', join(folder, '1.0.0', 'x.yaml'));
      expect(errorOf(() => Bundle.fromPackageManifests(folder)).message).toContain('1.0.0/x.yaml: this is neither a regular file nor a folder');
      symlinkSync('1.0.0', join(folder, '0.9.0'));
      expect(errorOf(() => Bundle.fromPackageManifests(folder)).message).toContain('0.9.0: this is neither a regular file nor a folder');
    });
  });

  it('if all versions together exceed a limit', () => {
    withFiles(sound(), (folder) => {
      expect(errorOf(() => Bundle.fromPackageManifests(folder, { maxTotalBytes: 2000 })).message).toContain('have more than 2000 bytes (limit maxTotalBytes)');
    });
  });

  it('if the path is a file, or does not exist', () => {
    withFiles(sound(), (folder) => {
      expect(errorOf(() => Bundle.fromPackageManifests(join(folder, 'demo.package.yaml'))).code).toBe('wrong-kind');
      expect(errorOf(() => Bundle.fromPackageManifests(join(folder, 'x'))).code).toBe('not-found');
    });
  });
});
