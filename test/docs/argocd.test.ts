import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, Testing } from 'cdk8s';
import { BundleDeployment, OlmInstallation } from 'olm-constructs';
import { Bundle } from 'olm-constructs/bundle';
import { ArgoCd, ArgoCdHealthChecks } from 'olm-constructs/gitops';
import { Manifest, synth } from '../builders/synthesized';

const ROOT = join(__dirname, '..', '..');
const REFERENCE = readFileSync(join(ROOT, 'docs', 'reference', 'argocd.md'), 'utf8');

/** The first example of the guide, with the bundle of the quickstart. */
function firstExample(): readonly Manifest[] {
  const chart = Testing.chart();
  new OlmInstallation(chart, 'olm');
  const bundle = Bundle.fromDirectory(join(ROOT, 'examples', 'quickstart', 'bundle'));
  new BundleDeployment(chart, 'hello', { bundle, namespace: 'hello' });
  const { group, version, kind } = bundle.ownedApis[0]!;
  new ApiObject(chart, 'operand', { apiVersion: `${group}/${version}`, kind, metadata: { name: 'operand', namespace: 'hello' } });
  ArgoCd.prepare(chart);
  return synth(chart);
}

describe('the reference about Argo CD', () => {
  const annotations = firstExample().map(({ metadata }) => metadata.annotations ?? {});

  test('has the waves of the first example in the diagram, in their order', () => {
    const shown = [...REFERENCE.matchAll(/\["(−?\d+)<br\/>/g)].map(([, wave]) => Number(wave!.replace('−', '-')));
    const waves = [...new Set(annotations.map(found => Number(found['argocd.argoproj.io/sync-wave'] ?? 0)))].sort((left, right) => left - right);

    expect(shown).toEqual(waves);
  });

  test('explains each sync option of the first example', () => {
    const used = new Set(annotations.flatMap(found => (found['argocd.argoproj.io/sync-options'] ?? '').split(',')).filter(option => option !== ''));

    expect(used.size).toBe(5);
    expect([...used].filter(option => !REFERENCE.slice(REFERENCE.indexOf('## Sync options')).includes(option))).toEqual([]);
  });

  test('names each kind that has a health check', () => {
    const section = REFERENCE.slice(REFERENCE.indexOf('## Health\n'), REFERENCE.indexOf('## Health of custom resources'));

    expect(ArgoCdHealthChecks.all().filter(({ kind }) => !new RegExp(`\\b${kind}\\b`).test(section))).toEqual([]);
  });
});
