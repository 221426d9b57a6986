import { readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { ENTRIES } from '../../../scripts/package/entries';
import { changesSince, readChangelog } from '../../../scripts/release/changelog';
import { commitSubjects, lastRelease, unmentioned } from '../../../scripts/release/commit-subjects';
import { notesOf } from '../../../scripts/release/notes';
import { releaseVersion } from '../../../scripts/release/release-version';

const ROOT = resolve(__dirname, '../../..');

const changelogOf = (...sections: string[]): string => ['# Changelog', '', ...sections].join('\n');

describe('CHANGELOG.md', () => {
  const changelog = readFileSync(join(ROOT, 'CHANGELOG.md'), 'utf8');

  test('is in the format of Keep a Changelog, and begins with what is unreleased', () => {
    expect(readChangelog(changelog)[0]).toMatchObject({ version: undefined });
  });

  test('begins each part with highlights, except for patches', () => {
    const sections = readChangelog(changelog).filter(({ version, groups }) => groups.length > 0 && (version === undefined || version.endsWith('.0')));
    expect(sections.filter(({ groups }) => groups[0]!.title !== 'Highlights' || groups[0]!.entries.length < 3).map(({ version }) => version)).toEqual([]);
  });

  test('mentions since the last release every name and option that a commit since then names', () => {
    const release = lastRelease(ROOT);
    const wordsIn = (files: readonly string[], word: RegExp): string[] => files.flatMap((file) => readFileSync(join(ROOT, file), 'utf8').match(word) ?? []);
    const indexes = ['lib/index.ts', 'lib/data.ts', ...Object.values(ENTRIES).filter((entry) => entry.startsWith('lib/')).map((entry) => `${entry}.ts`)];
    const wholeFiles = indexes.flatMap((index) => wordsIn([index], /(?<=^export \* from ')\.[^']*/gm).map((path) => `${join(dirname(index), path)}.ts`))
      .filter((path) => path.startsWith('lib/'));
    const names = new Set([
      ...wordsIn(indexes, /\b[A-Z]\w+/g),
      ...wordsIn(wholeFiles, /(?<=^export (?:abstract )?(?:class|interface|enum) )\w+/gm),
      ...wordsIn(['docs/reference/commands.md'], /(?<![\w-])--[a-z][a-z-]*/g),
    ]);
    expect(unmentioned(commitSubjects(ROOT, release), names, changesSince(readChangelog(changelog), release))).toEqual([]);
  });
});

describe('a changelog', () => {
  test('has sections with groups of entries', () => {
    const text = changelogOf('## [Unreleased]', '', '## [0.2.0] - 2026-03-01', '', '### Added', '- one,', '  on two lines', '- two', '', '### Fixed', '- three', '');
    expect(readChangelog(text)).toEqual([
      { version: undefined, groups: [], text: '' },
      {
        version: '0.2.0', text: '### Added\n- one,\n  on two lines\n- two\n\n### Fixed\n- three',
        groups: [{ title: 'Added', entries: ['one,\n  on two lines', 'two'] }, { title: 'Fixed', entries: ['three'] }],
      },
    ]);
  });

  test.each([
    ['no unreleased part', ['## [0.1.0] - 2026-01-31'], "the first section must be '## [Unreleased]'; add it"],
    ['a version without a date', ['## [Unreleased]', '## [0.1.0]'], "CHANGELOG.md:4: '## [0.1.0]' must be '## [Unreleased]', once and first, or "],
    ['a second unreleased part', ['## [Unreleased]', '## [Unreleased]'], "CHANGELOG.md:4: '## [Unreleased]' must be "],
    ['versions out of order', ['## [Unreleased]', '## [0.9.0] - 2026-01-31', '## [0.10.0] - 2026-02-01'], 'version 0.10.0 is below 0.9.0; put the newest version first'],
    ['an unknown group', ['## [Unreleased]', '### Renamed', '- a'], "CHANGELOG.md:4: '### Renamed' is not a group of this changelog; use one of Highlights, Added, "],
    ['groups out of order', ['## [Unreleased]', '### Fixed', '- a', '### Added', '- b'], "CHANGELOG.md:6: '### Added' must come once, in the order Highlights, Added, "],
    ['a group twice', ['## [Unreleased]', '### Added', '- a', '### Added', '- b'], "CHANGELOG.md:6: '### Added' must come once"],
    ['highlights below other groups', ['## [Unreleased]', '### Added', '- a', '### Highlights', '- b'], "CHANGELOG.md:6: '### Highlights' must come once, in the order Highlights, "],
    ['more highlights than stand out', ['## [Unreleased]', '### Highlights', ...Array<string>(6).fill('- a')], "CHANGELOG.md:4: '### Highlights' has 6 entries; keep the 5 "],
    ['an empty group', ['## [Unreleased]', '### Added', ''], "CHANGELOG.md:4: '### Added' is empty; remove the heading"],
    ['an entry without a group', ['## [Unreleased]', '- a'], "CHANGELOG.md:4: an entry needs a group: put it below one of '### Highlights', "],
    ['a line that is not an entry', ['## [Unreleased]', '### Added', '- a', 'b'], "CHANGELOG.md:6: an entry must begin with '- ', and its other lines with two spaces"],
  ])('with %s is an error', (_title, lines, message) => {
    expect(() => readChangelog(changelogOf(...lines))).toThrow(message);
  });
});

test('what changed since a release is in all sections above it', () => {
  const text = changelogOf('## [Unreleased]', '### Fixed', '- c', '## [0.2.0] - 2026-03-01', '### Added', '- b', '## [0.1.0] - 2026-02-01', '### Added', '- a');
  expect(changesSince(readChangelog(text), '0.1.0')).toBe('### Fixed\n- c\n### Added\n- b');
});

describe('the version of a release', () => {
  const released = (version: string, ...titles: string[]): string[] => [
    `## [${version}] - 2026-03-01`, '### Highlights', '- a', '- b', '- c', ...titles.flatMap((title) => [`### ${title}`, '- a']),
  ];
  const versionOf = (sections: readonly string[], version: string, breakingChanges: string[] = []): string => (
    releaseVersion(readChangelog(changelogOf(...sections)), { version, breakingChanges }));

  test.each([
    ['0.1.0', '0.0.0', ['Added']],
    ['0.1.1', '0.1.0', ['Fixed']],
    ['0.2.0', '0.1.1', ['Removed']],
    ['2.0.0', '1.4.2', ['Changed', 'Removed']],
    ['1.4.3', '1.4.2', ['Fixed', 'Security']],
  ])('is %s of the changelog after %s, with %j', (version, last, titles) => {
    expect(versionOf(['## [Unreleased]', ...released(version, ...titles)], last)).toBe(version);
  });

  test.each<[string, string[], string, string[], string]>([
    ['nothing is to be released', ['## [Unreleased]', '### Added', '- a', ...released('0.1.0', 'Added')], '0.1.0', [],
      "CHANGELOG.md has no version above 0.1.0; put a heading such as '## [0.2.0] - 2026-01-31' below '## [Unreleased]'"],
    ['entries are left', ['## [Unreleased]', '### Added', '- a', ...released('0.2.0', 'Added')], '0.1.0', [],
      'CHANGELOG.md has unreleased entries above 0.2.0; move them into that version'],
    ['a patch version adds something', ['## [Unreleased]', ...released('0.1.1', 'Added')], '0.1.0', [],
      'version 0.1.1 of CHANGELOG.md is too low for what changes since 0.1.0; choose 0.2.0 or higher'],
    ['a minor version breaks the API', ['## [Unreleased]', ...released('1.1.0', 'Changed')], '1.0.0', ['removed:olm-constructs.Bundle'],
      'version 1.1.0 of CHANGELOG.md is too low for what changes since 1.0.0; choose 2.0.0 or higher'],
    ['a minor version has no highlights', ['## [Unreleased]', '## [0.2.0] - 2026-03-01', '### Added', '- a'], '0.1.0', [],
      "version 0.2.0 of CHANGELOG.md has 0 highlights; begin it with '### Highlights' and 3 to 5 entries"],
  ])('is an error if %s', (_title, sections, last, breakingChanges, message) => {
    expect(() => versionOf(sections, last, breakingChanges)).toThrow(message);
  });
});

test('a patch needs no highlights', () => {
  const changelog = readChangelog(changelogOf('## [Unreleased]', '## [0.1.1] - 2026-03-01', '### Fixed', '- a'));
  expect(releaseVersion(changelog, { version: '0.1.0', breakingChanges: [] })).toBe('0.1.1');
});

test('the notes of a release begin with its highlights, and end with its commits', () => {
  const changelog = readChangelog(changelogOf('## [Unreleased]', '## [0.2.0] - 2026-03-01', '### Highlights', '- b', '### Added', '- c', '## [0.1.0] - 2026-02-01', '### Added', '- a'));
  expect(notesOf(changelog, '0.2.0', ['Read bundles'])).toBe('### Highlights\n- b\n### Added\n- c\n\n### Commits\n- Read bundles\n');
  expect(() => notesOf(changelog, '0.3.0', [])).toThrow('CHANGELOG.md has no version 0.3.0; add ');
});

test('names and options in subjects of commits are missing if the changelog does not have them as words', () => {
  const subjects = ['Lock versions with OperatorLock and --approve-all', 'Read a Bundle and a Subscription by UpgradePlan', 'Let OperatorLock print'];
  expect(unmentioned(subjects, new Set(['OperatorLock', '--approve-all', 'Bundle', 'UpgradePlan']), '- `OperatorLockFile`, `--approve`, and `UpgradePlan`.')).toEqual([
    "OperatorLock (commit 'Lock versions with OperatorLock and --approve-all')",
    "--approve-all (commit 'Lock versions with OperatorLock and --approve-all')",
    "OperatorLock (commit 'Let OperatorLock print')",
  ]);
});
