import { symlinkSync } from 'node:fs';
import { join } from 'node:path';

import { Bundle } from '../../../../lib/bundle/bundle';
import { bundleFiles, CRD, CSV, SERVICE, withFiles } from '../../builders/bundle-files';
import { errorOf } from '../message';

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

/** A version of the sound bundle, in a folder of its own. */
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
  it('give a bundle for each version, in the channels whose head it is or else in the default one', () => {
    const bundles = withFiles(sound(), (folder) => Bundle.fromPackageManifests(folder));
    expect(bundles.map((bundle) => [bundle.name, bundle.package, bundle.channels, bundle.defaultChannel])).toEqual([
      ['demo.v1.0.0', 'demo', ['old'], 'stable'],
      ['demo.v1.1.0', 'demo', ['stable'], 'stable'],
      ['demo.v1.2.3', 'demo', ['stable', 'beta'], 'stable'],
    ]);
    expect(bundles[0]!.manifests.map(({ file }) => file)).toEqual(['manifests/crd.yaml', 'manifests/csv.yaml', 'manifests/service.yaml']);
  });

  it('give the annotations that operator-sdk writes, with its own stamps', () => {
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

  it('give bundles in a default channel that has no head, as operator-sdk does', () => {
    const text = PACKAGE.replace('defaultChannel: stable', 'defaultChannel: alpha');
    const bundles = withFiles(sound({ 'demo.package.yaml': text }), (folder) => Bundle.fromPackageManifests(folder));
    expect(bundles.map(({ channels, defaultChannel }) => [channels, defaultChannel])).toEqual([[['old'], 'alpha'], [['alpha'], 'alpha'], [['stable', 'beta'], 'alpha']]);
  });

  it.each<[string, Files]>([
    ['the only channel is the default one', { 'demo.package.yaml': 'packageName: demo\nchannels: [{name: stable, currentCSV: demo.v1.2.3}]\n' }],
    ['the file of the package may have any name, and be JSON', { 'demo.package.yaml': null, 'a.json': '{"packageName":"demo","channels":[{"name":"stable","currentCSV":"demo.v1.2.3"}]}' }],
    ['other files and hidden folders are left alone', { 'README.md': '# {', 'x.yaml': 'kind: Other\nchannels: []\n', '.git/config': '' }],
    ['a configuration of the scorecard is no part of a bundle', { '1.2.3/config.yaml': 'apiVersion: scorecard.operatorframework.io/v1alpha3\nkind: Configuration\n' }],
  ])('may be written otherwise: %s', (_, changes) => {
    const last = withFiles(sound(changes), (folder) => Bundle.fromPackageManifests(folder)).at(-1)!;
    expect([last.name, last.defaultChannel, last.manifests.length]).toEqual(['demo.v1.2.3', 'stable', 3]);
  });
});

describe('package manifests are refused', () => {
  it.each<[string, string | null, string]>([
    ['is missing', null, 'package : there is no file with packageName and channels, such as NAME.package.yaml; without it the channels are not known'],
    ['has no name', 'channels: [{name: stable, currentCSV: demo.v1.2.3}]', 'package demo.package.yaml:1: packageName must be text that is not empty, got nothing'],
    ['has a number as name', 'packageName: 1\nchannels: [{name: stable, currentCSV: demo.v1.2.3}]',
      'package demo.package.yaml:1: packageName must be text that is not empty, got the number 1; put it into quotes'],
    ['has no channels', 'packageName: demo', 'package demo.package.yaml:1: channels must be a list with at least one channel, got nothing'],
    ['has an empty list of channels', 'packageName: demo\nchannels: []', 'package demo.package.yaml:2: channels must be a list with at least one channel, got none'],
    ['has a channel that is none', 'packageName: demo\nchannels: [stable]', 'package demo.package.yaml:2: a channel must be a map with name and currentCSV, got the text "stable"'],
    ['has a channel without a head', 'packageName: demo\nchannels: [{name: stable}]', 'package demo.package.yaml:2: currentCSV must be text that is not empty, got nothing'],
    ['has a channel whose name is two', PACKAGE.replace('name: old', 'name: a,b'),
      'package demo.package.yaml:7: the name of a channel must hold no comma, which stands between channels in a bundle, got the text "a,b"'],
    ['has a channel twice', PACKAGE.replace('name: beta', 'name: stable'), 'package demo.package.yaml:5: the channel stable is listed twice; leave one out'],
    ['leaves the default channel open', PACKAGE.replace('defaultChannel: stable\n', ''), 'package demo.package.yaml:1: defaultChannel must name one of the channels stable, beta, old'],
    ['has a default channel that is no text', PACKAGE.replace('defaultChannel: stable', 'defaultChannel: 4.10'),
      'package demo.package.yaml:9: defaultChannel must be text, got the number 4.1; put it into quotes if it is right'],
    ['names a head that is not there', PACKAGE.replace('demo.v1.0.0', 'demo.v9'),
      'package : the head of the channel old is demo.v9, which no folder holds; there are demo.v1.0.0, demo.v1.1.0, demo.v1.2.3'],
    ['is no YAML', 'packageName: [', 'syntax demo.package.yaml:'],
  ])('when the package %s', (_, text, reason) => {
    expect(problems(sound({ 'demo.package.yaml': text })).join('\n')).toContain(reason);
  });

  it('when there are two packages', () => {
    expect(problems(sound({ 'other.yaml': PACKAGE }))).toEqual(['package other.yaml: this is a second file of a package; a folder holds exactly one package']);
  });

  it('when there is no version', () => {
    expect(problems({ 'demo.package.yaml': PACKAGE.replace(/ {2}- name: (?:beta|old)\n.*\n/g, '') })).toEqual([
      'layout : there is no folder with a version of the operator; package manifests have one for each version',
      'package : the head of the channel stable is demo.v1.2.3, which no folder holds; there are none',
    ]);
  });

  it('with everything that is wrong in any version, and where', () => {
    const found = problems(sound({ '1.0.0/crd.yaml': 'a: [', '1.1.0/csv.yaml': null, '1.2.3/deep/x.yaml': 'kind: X' }));
    expect(found).toEqual([
      expect.stringMatching(/^syntax 1\.0\.0\/crd\.yaml:\d+: /),
      'csv 1.1.0: there is no ClusterServiceVersion in manifests/; a bundle holds exactly one',
      'layout 1.2.3/deep/x.yaml: OLM does not look into folders of manifests/; move the file up into it',
    ]);
  });

  it('when something is a link', () => {
    withFiles(sound(), (folder) => {
      symlinkSync('/etc/passwd', join(folder, '1.0.0', 'x.yaml'));
      expect(errorOf(() => Bundle.fromPackageManifests(folder)).message).toContain('1.0.0/x.yaml: this is neither a plain file nor a folder');
      symlinkSync('1.0.0', join(folder, '0.9.0'));
      expect(errorOf(() => Bundle.fromPackageManifests(folder)).message).toContain('0.9.0: this is neither a plain file nor a folder');
    });
  });

  it('when all versions together are too large', () => {
    withFiles(sound(), (folder) => {
      expect(errorOf(() => Bundle.fromPackageManifests(folder, { maxTotalBytes: 2000 })).message).toContain('have more than 2000 bytes (limit maxTotalBytes)');
    });
  });

  it('when the path names a file, or nothing', () => {
    withFiles(sound(), (folder) => {
      expect(errorOf(() => Bundle.fromPackageManifests(join(folder, 'demo.package.yaml'))).code).toBe('wrong-kind');
      expect(errorOf(() => Bundle.fromPackageManifests(join(folder, 'x'))).code).toBe('not-found');
    });
  });
});
