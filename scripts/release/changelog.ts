/** Part of CHANGELOG.md: a released version, or the unreleased changes. */
export interface ChangelogSection {
  /** Version, or undefined for the unreleased part. */
  readonly version: string | undefined;
  /** Groups such as `Added`, with their entries as written. */
  readonly groups: readonly ChangelogGroup[];
  /** Everything below the heading. */
  readonly text: string;
}

/** Entries of one kind. */
export interface ChangelogGroup {
  readonly title: string;
  readonly entries: readonly string[];
}

/** Title of the group with the most important changes in plain words. It is not one of Keep a Changelog, and comes first. */
export const HIGHLIGHTS = 'Highlights';

/** Groups of a section, in their order. */
const GROUPS = [HIGHLIGHTS, 'Added', 'Changed', 'Deprecated', 'Removed', 'Fixed', 'Security'];

/** Maximum number of highlights: with more of them, nothing stands out. */
export const MAX_HIGHLIGHTS = 5;

const HEADING = /^## (?:\[(?:(Unreleased)|(\d+\.\d+\.\d+))\](?: - (\d{4}-\d\d-\d\d))?)?(.*)$/;

/**
 * Reads CHANGELOG.md, in the format of Keep a Changelog.
 *
 * @throws Error with the line if the file is not in that format, or its versions are out of order
 */
export function readChangelog(text: string): ChangelogSection[] {
  const lines = text.split('\n');
  const starts = lines.flatMap((line, index) => (line.startsWith('## ') ? [index] : []));
  const sections = starts.map((start, index) => readSection(lines, start, starts[index + 1] ?? lines.length));
  if (sections[0] === undefined || sections[0].version !== undefined) {
    throw new Error("CHANGELOG.md: the first section must be '## [Unreleased]'; add it");
  }
  sections.slice(2).forEach(({ version }, index) => {
    if (compareVersions(version!, sections[index + 1]!.version!) >= 0) {
      throw new Error(`CHANGELOG.md: version ${version!} is below ${sections[index + 1]!.version!}; put the newest version first`);
    }
  });
  return sections;
}

/** Returns the part of a changelog since a release. */
export function changesSince(changelog: readonly ChangelogSection[], release: string): string {
  return changelog.filter(({ version }) => version === undefined || compareVersions(version, release) > 0).map(({ text }) => text).join('\n');
}

/** Compares two versions as numbers. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number)) as [number[], number[]];
  return left.map((part, index) => part - right[index]!).find((difference) => difference !== 0) ?? 0;
}

function readSection(lines: readonly string[], start: number, end: number): ChangelogSection {
  const [, unreleased, version, date, rest] = HEADING.exec(lines[start]!)!;
  const isReleased = version !== undefined && date !== undefined;
  if (rest !== '' || !(isReleased || (unreleased !== undefined && start === lines.findIndex((line) => line.startsWith('## '))))) {
    throw problem(start, `'${lines[start]!}' must be '## [Unreleased]', once and first, or '## [1.2.3] - 2026-01-31'`);
  }
  const groupStarts = lines.flatMap((line, index) => (index > start && index < end && line.startsWith('### ') ? [index] : []));
  const stray = lines.findIndex((line, index) => index > start && index < (groupStarts[0] ?? end) && line !== '');
  if (stray !== -1) {
    throw problem(stray, `an entry needs a group: put it below one of ${GROUPS.map((title) => `'### ${title}'`).join(', ')}`);
  }
  const groups = groupStarts.map((index, position) => readGroup(lines, index, groupStarts[position + 1] ?? end));
  const order = groups.map(({ title }) => GROUPS.indexOf(title));
  const misplaced = order.findIndex((place, index) => index > 0 && place <= order[index - 1]!);
  if (misplaced !== -1) {
    throw problem(groupStarts[misplaced]!, `'### ${groups[misplaced]!.title}' must come once, in the order ${GROUPS.join(', ')}`);
  }
  return { version, groups, text: lines.slice(start + 1, end).join('\n').trim() };
}

function readGroup(lines: readonly string[], start: number, end: number): ChangelogGroup {
  const title = lines[start]!.slice('### '.length);
  if (!GROUPS.includes(title)) {
    throw problem(start, `'### ${title}' is not a group of this changelog; use one of ${GROUPS.join(', ')}`);
  }
  const body = lines.slice(start + 1, end);
  const bad = body.findIndex((line, index) => line !== '' && !line.startsWith('- ') && !(line.startsWith('  ') && index > 0 && body[index - 1] !== ''));
  if (bad !== -1) {
    throw problem(start + 1 + bad, "an entry must begin with '- ', and its other lines with two spaces");
  }
  const entries = body.join('\n').split(/^- /m).slice(1).map((entry) => entry.trim());
  if (entries.length === 0) {
    throw problem(start, `'### ${title}' is empty; remove the heading`);
  }
  if (title === HIGHLIGHTS && entries.length > MAX_HIGHLIGHTS) {
    throw problem(start, `'### ${title}' has ${entries.length} entries; keep the ${MAX_HIGHLIGHTS} that matter most to users`);
  }
  return { title, entries };
}

function problem(index: number, message: string): Error {
  return new Error(`CHANGELOG.md:${String(index + 1)}: ${message}`);
}
