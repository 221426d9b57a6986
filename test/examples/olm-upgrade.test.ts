import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Yaml } from 'cdk8s';
import { OlmRelease, OlmVersion } from 'olm-constructs';
import { olmApp } from '../../examples/olm-upgrade/app';

const FOLDER = join(__dirname, '..', '..', 'examples', 'olm-upgrade');
const README = readFileSync(join(FOLDER, 'README.md'), 'utf8');

describe('the example of an upgrade', () => {
  test.each([OlmVersion.V0_28_0, OlmVersion.V0_46_0])('writes the CRDs of OLM %s and the rest as two files', version => {
    const folder = mkdtempSync(join(tmpdir(), 'olm-upgrade-'));
    try {
      olmApp(version, folder).synth();

      const files = readdirSync(folder).sort();
      expect(files).toEqual(['0000-olm-crds.k8s.yaml', '0001-olm.k8s.yaml']);
      for (const file of files) {
        expect(README).toContain(file);
        for (const object of Yaml.load(join(folder, file)) as { metadata: { annotations: object } }[]) {
          expect(object.metadata.annotations).toMatchObject({ 'argocd.argoproj.io/sync-options': 'Prune=false' });
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('has nothing to remove, and loses one field, as its README says', () => {
    const { removed, lostFields } = OlmRelease.plan(OlmVersion.V0_28_0, OlmVersion.V0_46_0).content;

    expect(removed).toEqual([]);
    expect(lostFields.map(({ path }) => path)).toEqual(['spec.install.spec.deployments[].spec.template.spec.resourceClaims[].source']);
    expect(README).toContain('resourceClaims[].source');
  });

  test('has an Application that Argo CD would read', () => {
    const [application] = Yaml.load(join(FOLDER, 'application.yaml')) as object[];

    expect(application).toMatchObject({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' });
  });
});
