import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { OlmVersion } from '../../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../../lib/olm/v0/release/release';
import { releaseReport } from '../../../scripts/add-release/release-report';
import { sourceFile } from '../../../scripts/add-release/source-file';
import { documents, madeUpRelease } from '../../olm/v0/release/release-files';

describe('the report on a new release', () => {
  test('has the constant to add, with the images of the release', () => {
    const { crds, olm } = madeUpRelease(OlmVersion.V0_46_0, 'v0.47.0');
    expect(releaseReport(crds, olm).split('\n')).toEqual([
      'OLM 0.47.0, compared with 0.46.0',
      '',
      'lib/olm/v0/model/olm-version.ts: add the constant, and make it DEFAULT:',
      '  /** OLM 0.47.0. */',
      '  public static readonly V0_47_0 = OlmVersion.release(\'0.47.0\', '
      + '\'@sha256:4404599eb7b7736bdbd0f36260a60599f32acb6edeaf7d0c54bb10b36619e5fe\', '
      + '\'@sha256:e5a6220603fb4504d58c6e3e488386b817e3695c906a62ee0370b5faedc3799a\');',
      '',
      'No further differences.',
      '',
      'Then run `npm run generate` and `npm test`.',
    ]);
  });

  test('lists differences, each with the file that makes the object', () => {
    const { crds } = releaseManifests();
    const changedCrds = JSON.parse(JSON.stringify(crds).replace('"startingCSV":{', '"floor":{"type":"string"},"startingCSV":{')) as object[];
    const { olm } = madeUpRelease(OlmVersion.V0_46_0, 'v0.47.0', (objects) => [
      ...JSON.parse(JSON.stringify(objects.filter(({ kind }) => kind !== 'OLMConfig')).replace('"80Mi"', '"90Mi"')) as object[],
      { apiVersion: 'v1', kind: 'Service', metadata: { name: 'metrics', namespace: 'olm' } },
    ]);
    const lines = releaseReport(documents(changedCrds), olm).split('\n');
    expect(lines.slice(lines.indexOf('') + 5, -2)).toEqual([
      'Further differences; add a row to lib/olm/v0/model/release-features.ts for changed objects, and `since` or `until` for changed fields:',
      '  new: Service olm/metrics: {"apiVersion":"v1","kind":"Service","metadata":{"name":"metrics","namespace":"olm"}}',
      '  removed: OLMConfig cluster (lib/olm/v0/objects/olm-config.ts)',
      '  changed: CustomResourceDefinition subscriptions.operators.coreos.com '
      + '(lib/olm/v0/crds; Kubernetes\' own fields: the pin in e2e/tools/kubernetes/go.mod and scripts/kubernetes-types/history.ts)',
      '    v1alpha1 spec.floor: new',
      '  changed: Deployment olm/catalog-operator (lib/olm/v0/objects/controllers.ts)',
      '    spec.template.spec.containers[0].resources.requests.memory: "80Mi" -> "90Mi"',
    ]);
  });

  test('refuses a known release', () => {
    const { crds, olm } = madeUpRelease(OlmVersion.V0_46_0, 'v0.46.0');
    expect(() => releaseReport(crds, olm)).toThrow('OLM 0.46.0 is known already');
  });
});

test('every object of every release has a file that makes it', () => {
  const files = new Set(OlmVersion.all.flatMap((version) => releaseManifests({ version }).all.map(sourceFile)));
  expect(files).not.toContain('lib/olm/v0/release/release.ts');
  const paths = [...files].flatMap((file) => file.split(/[;,]? /)).filter((word) => word.includes('/'));
  expect(paths.filter((path) => !existsSync(resolve(__dirname, '../../..', path)))).toEqual([]);
});
