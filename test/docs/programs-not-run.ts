import { Block } from './markdown-snippets';

/** A program of a page that is compiled, but does not run in the tests of this folder. */
export interface ProgramNotRun {
  readonly file: string;

  /** What only this program of the page contains. */
  readonly contains: string;

  readonly why: string;
}

/** The programs. */
export const PROGRAMS_NOT_RUN: readonly ProgramNotRun[] = [
  { file: 'docs/guides/bundle-sources.md', contains: 'Bundle.fetch(', why: 'it pulls from a registry; test/bundle/registry does that from one on the loopback interface' },
  { file: 'docs/guides/pushing-images.md', contains: 'layout.push(', why: 'it pushes to a registry; test/bundle/registry/push.test.ts does that, to one on the loopback interface' },
  { file: 'docs/guides/locking.md', contains: '// before all Subscriptions', why: 'it needs the lock file that a command makes of it; examples/lock is such an app, and runs' },
  { file: 'docs/guides/plain-bundles.md', contains: 'bundles/shop-chart', why: 'it needs Helm; test/constructs/plain-bundle-deployment.test.ts has such a program' },
];

/** Whether an entry is about a block. */
export function isAbout({ file, contains }: ProgramNotRun, block: Block): boolean {
  return file === block.file && block.code.includes(contains);
}
