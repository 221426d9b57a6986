import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CATALOG_FAILURES } from '../pulumi/wait/catalog/failures';
import { OLM_FAILURES } from '../pulumi/wait/olm/failures';
import { FAILURES } from '../pulumi/wait/operator/failures';
import { REMOVAL_FAILURES } from '../pulumi/wait/removal/failures';
import { BAD_PROGRAMS } from '../pulumi/bad-programs';
import { operatorReady } from '../../lib/pulumi/waiters';

/** The guide on failures shows every one that the tests know, as it is printed. */

const GUIDE = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'failures.md'), 'utf8');
const BLOCKS = [...GUIDE.matchAll(/^```text\n([^]*?)\n```$/gm)].map(([, block]) => block!);

const PRINTED = [
  ...BAD_PROGRAMS.map(({ title, error }) => [title, error] as const),
  ...[...FAILURES, ...CATALOG_FAILURES, ...OLM_FAILURES, ...REMOVAL_FAILURES].map(({ title, explanation }) => [title, explanation.join('\n')] as const),
];

/** Kubeconfigs that lead nowhere, of which the guide shows what is said. */
const KUBECONFIGS: readonly { readonly kubeconfig: string; readonly context?: string }[] = [
  { kubeconfig: '/home/me/.kube/prod' },
  { kubeconfig: 'contexts:\n  - name: dev\n  - name: prod\n', context: 'prd' },
  { kubeconfig: 'contexts:\n  - name: dev\n  - name: prod\n' },
  { kubeconfig: 'a\n  b: [' },
  { kubeconfig: Buffer.from('apiVersion: v1\nkind: Config\nclusters: []').toString('base64') },
];

test.each(PRINTED)('shows what is printed for %s', (_, text) => {
  expect(BLOCKS).toContain(text);
});

test('shows nothing else', async () => {
  const refused = await Promise.all(KUBECONFIGS.map((choice) => operatorReady.create({ namespace: 'demo', subscription: 'plain', ...choice }).then(
    () => 'ready', (error: Error) => error.message,
  )));
  expect(BLOCKS).toContain(refused.join('\n'));
  expect(BLOCKS.filter((block) => block !== refused.join('\n') && !PRINTED.some(([, text]) => text === block))).toEqual([]);
});

test('the guide on rights shows what is printed, too', () => {
  const rights = readFileSync(join(__dirname, '..', '..', 'docs', 'guides', 'pulumi-rights.md'), 'utf8');
  const [, shown] = /^```text\n([^]*?)\n```$/m.exec(rights)!;
  expect(PRINTED.map(([, text]) => text)).toContain(shown);
});

test('leads from where a wait came to, to the part of the guide', () => {
  const parts = [...GUIDE.matchAll(/^## (.*)$/gm)].map(([, part]) => part!.toLowerCase().replace(/ /g, '-'));
  const links = [...GUIDE.matchAll(/\]\(#([^)]*)\)/g)].map(([, link]) => link!);
  expect(links.filter((link) => !parts.includes(link))).toEqual([]);
});
