import { Testing } from 'cdk8s';
import { DefaultCatalog, OlmInstallation, OlmInstallationProps, OlmRelease, OlmVersion, ServingCertificates } from 'olm-constructs';
import { synth } from '../builders/synthesized';

function installed(props: OlmInstallationProps): OlmInstallation {
  return new OlmInstallation(Testing.chart(), 'olm', props);
}

const titles = ({ removedObjects }: OlmInstallation): string[] => (
  removedObjects.map(({ kind, name, namespace }) => `${kind} ${namespace === undefined ? '' : `${namespace}/`}${name}`)
);

describe('an installation that upgrades a release', () => {
  test('lists what the new release does not have, and how to delete it with kubectl', () => {
    const olm = installed({ version: OlmVersion.V0_38_0, upgradeFrom: OlmVersion.V0_37_0 });
    expect(titles(olm)).toEqual(['Certificate olm/olm-cert', 'Issuer olm/olm-ca-issuer']);
    expect(olm.upgradePlan?.toDeleteCommands()).toBe([
      'kubectl delete issuer.cert-manager.io olm-ca-issuer -n olm --ignore-not-found',
      'kubectl delete certificate.cert-manager.io olm-cert -n olm --ignore-not-found',
      '',
    ].join('\n'));
  });

  test('takes the objects of the old release from the same namespaces and settings', () => {
    const props: OlmInstallationProps = { version: OlmVersion.V0_46_0, upgradeFrom: OlmVersion.V0_36_0, namespace: 'lifecycle' };
    expect(titles(installed(props))).toEqual(['Certificate lifecycle/olm-cert', 'Issuer lifecycle/olm-ca-issuer']);
    expect(titles(installed({ ...props, servingCertificates: ServingCertificates.certManager() }))).toEqual([]);
    expect(titles(installed({ ...props, upgradeFrom: OlmVersion.V0_45_0, defaultCatalog: DefaultCatalog.none() }))).toEqual([]);
    const unsupported: OlmInstallationProps = { servingCertificates: ServingCertificates.certManager(), olmConfig: { disableCopiedCsvs: true } };
    expect(titles(installed({ upgradeFrom: OlmVersion.V0_18_3, ...unsupported }))).toEqual([]);
  });

  test('compares releases without NetworkPolicies if they are turned off', () => {
    const kinds = (settings: OlmInstallationProps): string[] => (
      installed({ upgradeFrom: OlmVersion.V0_45_0, ...settings }).upgradePlan!.content.removed.map(({ kind }) => kind)
    );
    expect([kinds({}), kinds({ networkPolicies: false })]).toEqual([[], []]);
  });

  test('has the plan of all changes', () => {
    const olm = installed({ upgradeFrom: OlmVersion.V0_31_0 });
    expect(olm.upgradePlan?.content).toEqual(OlmRelease.plan(OlmVersion.V0_31_0, OlmVersion.V0_46_0).content);
    expect(olm.upgradePlan?.toDeleteCommands()).toBe('');
  });

  test('creates the same objects as without upgradeFrom', () => {
    const manifests = (props: OlmInstallationProps): unknown => {
      const chart = Testing.chart();
      new OlmInstallation(chart, 'olm', props);
      return synth(chart);
    };
    expect(manifests({ upgradeFrom: OlmVersion.V0_31_0 })).toEqual(manifests({}));
  });

  test('has no plan without upgradeFrom', () => {
    const olm = installed({});
    expect([olm.upgradePlan, olm.removedObjects]).toEqual([undefined, []]);
  });

  test('refuses a downgrade that would lose stored objects', () => {
    expect(() => installed({ version: OlmVersion.V0_19_1, upgradeFrom: OlmVersion.V0_46_0 })).toThrow(
      'upgradeFrom: cannot downgrade from OLM 0.46.0 to 0.19.1: it lacks v1 of olmconfigs.operators.coreos.com, in which objects are stored; '
      + 'downgrade to a release that has it, or remove OLM 0.46.0 and install 0.19.1 again',
    );
  });

  test('refuses a release that the library does not include, and a string', () => {
    expect(() => installed({ upgradeFrom: OlmVersion.of('0.17.0') })).toThrow(
      'upgradeFrom: olm-constructs does not include OLM 0.17.0; omit it, and compare the releases with OlmRelease.planTo',
    );
    expect(() => installed({ upgradeFrom: '0.31.0' as unknown as OlmVersion })).toThrow("upgradeFrom must be an OlmVersion, got '0.31.0': use OlmVersion.");
  });
});
