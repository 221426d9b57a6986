import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { markdownTable } from '../releases-page/markdown-table';
import type { CatalogCount } from './catalogs-section';
import { catalogsSection, compareCatalogs } from './catalogs-section';
import type { Comparison, Difference } from './comparison';
import { compare, COMPARED } from './comparison';
import { reasonFor } from './differences';
import type { Sample } from './verdicts';
import { samples } from './verdicts';

/** The page, relative to the project's root. */
export const CONFORMANCE_PAGE = 'docs/conformance.md';

const INTRODUCTION = `# Conformance

<!-- Made by \`npm run generate\`. Do not edit. -->

What \`BundleValidation\` says of bundles, against what operator-framework's own validators say of the same bundles: 32 real ones, and
mutants made from six of them by one change each. Verdicts are compared suite by suite, finding by finding: same rule, same
severity, same field or value where upstream tells one. Wording is not compared. A crash of upstream's is no verdict.

Where operator-sdk cannot load a bundle, its suites say nothing more; \`load\` compares whether it can. Of a file that cannot be decoded
upstream tells the first reason, we tell all; that there is one is compared.
`;

/** All comparisons. */
export interface Conformance {
  readonly real: readonly SampleComparison[];
  readonly mutants: readonly SampleComparison[];
  readonly catalogs: readonly CatalogCount[];
}

/** A sample and its comparison. */
export interface SampleComparison extends Comparison {
  readonly sample: Sample;
}

/** Compares all samples; nothing where they are absent. */
export function conformance(): Conformance {
  const { real, mutants } = samples();
  const all = (list: readonly Sample[]): SampleComparison[] => list.map((sample) => ({ sample, ...compare(sample) }));
  return { real: all(real), mutants: all(mutants), catalogs: compareCatalogs() };
}

/** The differences for which no reason is given. */
export function unexplained({ real, mutants }: Conformance): Difference[] {
  return [...real, ...mutants].flatMap(({ differences }) => differences).filter((difference) => reasonFor(difference) === undefined);
}

/** The page. Where the samples are absent it is what it was. */
export function conformancePage(root: string, found: Conformance = conformance()): string {
  const file = join(root, CONFORMANCE_PAGE);
  if ((found.real.length === 0 || found.catalogs.length === 0) && existsSync(file)) {
    return readFileSync(file, 'utf8');
  }
  return [INTRODUCTION, summary(found), differencesTable(found), catalogsSection(found.catalogs), bundlesTable(found)].join('\n');
}

const SUITES = ['load', ...COMPARED];

function summary({ real, mutants }: Conformance): string {
  const rows = SUITES.map((suite) => [suite, ...counts(real, suite), ...counts(mutants, suite)]);
  const head = ['suite', 'real bundles', 'same', 'findings', 'mutants', 'same', 'findings'];
  return `## By suite

Verdicts of upstream's, how many of ours are the same, and how many findings they hold.

${markdownTable(head, rows)}`;
}

function counts(comparisons: readonly SampleComparison[], suite: string): string[] {
  const verdicts = comparisons.flatMap((comparison) => comparison.verdicts.filter((verdict) => verdict.suite === suite));
  const findings = verdicts.reduce((sum, verdict) => sum + verdict.findings, 0);
  return [verdicts.length, verdicts.filter(({ same }) => same).length, findings].map(String);
}

function differencesTable({ real, mutants }: Conformance): string {
  const reasons = new Map<string, Difference[]>();
  for (const difference of [...real, ...mutants].flatMap(({ differences }) => differences)) {
    const key = JSON.stringify([difference.suite, difference.by, reasonFor(difference) ?? `none: ${difference.finding}`]);
    reasons.set(key, [...(reasons.get(key) ?? []), difference]);
  }
  const rows = [...reasons].map(([key, [first, ...more]]) => {
    const [suite, by, reason] = JSON.parse(key) as [string, string, string];
    return [suite, String(1 + more.length), by === 'us' ? 'only ours' : "only upstream's", `${first!.finding} (${first!.sample}: ${first!.mutation})`, reason];
  });
  return `## Differences

${rows.length === 0 ? 'None.\n' : markdownTable(['suite', 'findings', 'whose', 'first of them', 'why ours is right'], rows)}`;
}

function bundlesTable({ real }: Conformance): string {
  const rows = real.map(({ sample, verdicts }) => [
    sample.id,
    ...SUITES.map((suite) => {
      const verdict = verdicts.find((each) => each.suite === suite);
      return verdict === undefined ? '' : `${verdict.findings === 0 ? 'clean' : String(verdict.findings)}${verdict.same ? '' : ' (differs)'}`;
    }),
  ]);
  return `## Real bundles

How many findings each suite has of each bundle, upstream's count; the same here unless it says otherwise.

${markdownTable(['bundle', ...SUITES], rows)}`;
}
