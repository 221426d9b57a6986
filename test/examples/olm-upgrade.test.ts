import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OlmRelease, OlmVersion } from 'olm-constructs';
import { olmApp } from '../../examples/olm-upgrade/app';
import { manifestsIn } from '../builders/synthesized';

const FOLDER = join(__dirname, '..', '..', 'examples', 'olm-upgrade');
const README = readFileSync(join(FOLDER, 'README.md'), 'utf8');

describe('the example olm-upgrade', () => {
  test.each([OlmVersion.V0_28_0, OlmVersion.V0_46_0])('writes the CRDs of OLM %s and the rest as two files', version => {
    const folder = mkdtempSync(join(tmpdir(), 'olm-upgrade-'));
    try {
      olmApp(version, folder).app.synth();

      const files = readdirSync(folder).sort();
      expect(files).toEqual(['0000-olm-crds.k8s.yaml', '0001-olm.k8s.yaml']);
      for (const file of files) {
        expect(README).toContain(file);
        for (const object of manifestsIn(join(folder, file))) {
          expect(object.metadata.annotations).toMatchObject({ 'argocd.argoproj.io/sync-options': 'Prune=false' });
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  test('removes nothing, and loses one field, as its README says', () => {
    const { removed, lostFields } = OlmRelease.plan(OlmVersion.V0_28_0, OlmVersion.V0_46_0).content;

    expect(removed).toEqual([]);
    expect(lostFields.map(({ path }) => path)).toEqual(['spec.install.spec.deployments[].spec.template.spec.resourceClaims[].source']);
    expect(README).toContain('resourceClaims[].source');
  });

  test('lists the commands that delete what the new release does not have', () => {
    const commands = OlmRelease.plan(OlmVersion.V0_37_0, OlmVersion.V0_46_0).toDeleteCommands();

    expect(commands).not.toBe('');
    expect(README).toContain(commands);
  });

  test('refuses a downgrade that would lose objects', () => {
    expect(() => olmApp(OlmVersion.V0_19_1, 'dist', OlmVersion.V0_46_0)).toThrow('cannot downgrade from OLM 0.46.0 to 0.19.1');
  });

  test('has an Application for Argo CD', () => {
    const [application] = manifestsIn(join(FOLDER, 'application.yaml'));

    expect(application).toMatchObject({ apiVersion: 'argoproj.io/v1alpha1', kind: 'Application' });
  });
});
