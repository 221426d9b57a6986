import { isDeepStrictEqual } from 'node:util';
import { markdownTable } from '../releases-page/markdown-table';
import { comparePlainMutants, ownPlain, type PlainMutant, type PlainOutcome, plainVerdicts } from './plain-comparison';
import type { Sample } from './verdicts';

/** Comparisons of plain manifests. */
export interface PlainConformance {
  readonly real: { readonly bundles: number; readonly rendered: number; readonly same: number };
  readonly mutants: readonly PlainMutant[];
}

/** Compares the plain manifests of all samples. */
export function comparePlain(real: readonly Sample[], mutants: readonly Sample[]): PlainConformance {
  const verdicts = plainVerdicts();
  const same = real.filter(({ id, files }) => isDeepStrictEqual(ownPlain(files()).objects, verdicts.get(id)!.objects));
  const rendered = [...verdicts.values()].filter(({ objects }) => objects !== undefined);
  return { real: { bundles: real.length, rendered: rendered.length, same: same.length }, mutants: comparePlainMutants(mutants) };
}

/** Reasons for a different outcome. All of them are differences in reading the files, before rendering. */
const READER_REASONS: readonly (readonly [outcome: PlainOutcome, matches: (mutant: PlainMutant) => boolean, reason: string])[] = [
  ['refused only by us', ({ own }) => own.refusal?.by === 'reading',
    '`Bundle` accepts only bundles that opm and OLM v0 can read, too; OLM v1 does not look at these files and fields'],
  ['refused only by OLM v1', ({ verdict }) => verdict.load?.startsWith('open metadata/annotations.yaml') ?? false,
    'opm and OLM v0 read annotations from every file in metadata/; OLM v1 reads only annotations.yaml'],
  ['refused only by OLM v1', ({ verdict }) => /"manifests\/(?:notes\.txt|README\.md)"/.test(verdict.load ?? ''),
    'opm and OLM v0 ignore files in manifests/ that are not manifests'],
  ['different objects', ({ sample }) => sample.mutation === 'dotfile', 'opm and OLM v0 ignore hidden files'],
];

/** Returns the reason for a different outcome, or undefined if there is none. */
export function readerReasonFor(mutant: PlainMutant): string | undefined {
  return READER_REASONS.find(([outcome, matches]) => outcome === mutant.outcome && matches(mutant))?.[2];
}

/** Returns the section about plain manifests. */
export function plainSection({ real, mutants }: PlainConformance): string {
  const count = (outcome: PlainOutcome): number => mutants.filter((mutant) => mutant.outcome === outcome).length;
  const agreed = (['same objects', 'refused by both'] as const).map((outcome) => [outcome, String(count(outcome)), '']);
  const reasons = new Map<string, number>();
  for (const mutant of mutants.filter(({ outcome }) => outcome !== 'same objects' && outcome !== 'refused by both')) {
    const key = JSON.stringify([mutant.outcome, readerReasonFor(mutant) ?? `none: ${mutant.sample.id}`]);
    reasons.set(key, (reasons.get(key) ?? 0) + 1);
  }
  const differences = [...reasons].sort().map(([key, number]) => {
    const [outcome, reason] = JSON.parse(key) as [string, string];
    return [outcome, String(number), reason];
  });
  return `## Plain manifests

Results of \`PlainManifests\` with \`compatible\` compared with those of OLM v1's renderer, with certificates from cert-manager. Of ${real.bundles} real
bundles it renders ${real.rendered} and refuses ${real.bundles - real.rendered}, which require an install mode. ${real.same} results are the same: the objects are equal, with names that have
hashes; the schemas of CRDs are not recorded. Of the objects of mutants, kinds and names are recorded. All differences are in reading the files.

${markdownTable(['mutants', 'number', 'why ours is right'], [...agreed, ...differences])}`;
}
