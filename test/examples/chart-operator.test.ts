import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Chart, Include, Testing } from 'cdk8s';
import { Bundle, GenerationNoteCode, ManifestSource } from 'olm-constructs/bundle';
import { chartOperator } from '../../examples/chart-operator/app';
import { manifestsIn, one } from '../builders/synthesized';

const RENDERED = join(__dirname, '..', '..', 'examples', 'chart-operator', 'rendered.yaml');
const OPTIONS = { packageName: 'echo-operator', version: '1.4.0', channels: ['stable'] };

describe('the example chart-operator', () => {
  const folder = mkdtempSync(join(tmpdir(), 'chart-operator-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('installs the operator from its own catalog', () => {
    chartOperator(RENDERED, folder).synth();
    const manifests = manifestsIn(join(folder, 'echo.k8s.yaml'));
    expect(one(manifests, 'Subscription')).toMatchObject({ spec: { name: 'echo-operator', channel: 'stable' } });
    expect(manifests.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['ConfigMap', 'CatalogSource', 'OperatorGroup', 'Namespace']));
  });

  test('wraps the chart in ten lines', () => {
    const source = readFileSync(RENDERED.replace('rendered.yaml', 'app.ts'), 'utf8');
    expect(/export function [^]*?\n}\n/.exec(source)![0].trim().split('\n').length).toBeLessThanOrEqual(10);
  });

  test('makes the same bundle of a cdk8s chart that includes the rendering', () => {
    const chart = new Chart(Testing.app(), 'echo');
    new Include(chart, 'rendering', { url: RENDERED });
    const ofChart = Bundle.fromChart(chart, OPTIONS);
    const ofFile = Bundle.fromManifests(ManifestSource.fromPath(RENDERED), OPTIONS);
    expect(ofChart.csv.clusterPermissions).toEqual(ofFile.csv.clusterPermissions);
    expect(ofChart.manifests.map(({ file }) => file)).toEqual(ofFile.manifests.map(({ file }) => file));
    expect(ofFile.generationNotes.map(({ code }) => code)).toContain(GenerationNoteCode.HELM_HOOK);
  });
});
