import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { InClusterProgram } from 'olm-constructs/gitops';
import { argoCdApp } from '../../examples/argocd/app';
import { Manifest, manifestsIn, one } from '../builders/synthesized';

const ROOT = join(__dirname, '..', '..');

describe('the example argocd', () => {
  const folder = mkdtempSync(join(tmpdir(), 'argocd-'));
  argoCdApp(folder, { program: InClusterProgram.fromFile(__filename) }).synth();
  afterAll(() => rmSync(folder, { recursive: true }));

  const manifestsOf = (file: string): Manifest[] => manifestsIn(join(folder, file));
  const operators = manifestsOf('operators.k8s.yaml');

  test('writes the files that its README lists', () => {
    const listed = /```text\n([^`]*)```/.exec(readFileSync(join(ROOT, 'examples', 'argocd', 'README.md'), 'utf8'))![1]!;
    expect(readdirSync(folder).sort().map(file => `dist/argocd/${file}`)).toEqual(listed.trim().split('\n'));
  });

  test('has a custom resource that its operator provides, in the last wave', () => {
    expect(one(operators, 'Greeting').metadata.annotations).toEqual({ 'argocd.argoproj.io/sync-options': 'SkipDryRunOnMissingResource=true' });
    expect(one(operators, 'Operator').metadata.annotations).toMatchObject({ 'argocd.argoproj.io/sync-wave': '-10' });
  });

  test('has a Job that removes the operator and OLM before the Application is deleted', () => {
    const { kind, metadata } = operators.find(({ metadata: { annotations } }) => annotations?.['argocd.argoproj.io/hook'] !== undefined)!;
    expect([kind, metadata.namespace, metadata.annotations!['argocd.argoproj.io/hook']]).toEqual(['Job', 'hello', 'PreDelete']);
  });

  test('has the bundle of the quickstart', () => {
    const contentOf = (example: string): string[] => {
      const bundle = join(ROOT, 'examples', example, 'bundle');
      return readdirSync(bundle, { recursive: true, encoding: 'utf8' }).sort().filter(name => name.endsWith('.yaml')).map(name => `${name}\n${readFileSync(join(bundle, name), 'utf8')}`);
    };
    expect(contentOf('argocd')).toEqual(contentOf('quickstart'));
  });

  test('has the health checks and the Application in a separate file', () => {
    expect(manifestsOf('argocd.k8s.yaml').map(({ kind, metadata }) => `${kind} ${metadata.namespace!}/${metadata.name}`)).toEqual([
      'ConfigMap argocd/argocd-cm', 'Application argocd/operators',
    ]);
  });
});
