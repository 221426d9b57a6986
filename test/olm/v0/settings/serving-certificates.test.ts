import { OlmVersion } from '../../../../lib/olm/v0/model/olm-version';
import { releaseManifests } from '../../../../lib/olm/v0/release/release';
import { CertManagerIssuerKind, type CertManagerOptions, ServingCertificates } from '../../../../lib/olm/v0/settings/serving-certificates';
import { commandLine, objectsOf, program, type ProgramName } from '../programs';

const CONTROLLERS: ProgramName[] = ['olmOperator', 'catalogOperator'];

/** Returns the objects of a release with the same images, and without its version. */
function comparable(version: OlmVersion, servingCertificates?: ServingCertificates): unknown {
  const images = { olm: 'registry.example.com/olm:v1', opm: 'registry.example.com/opm:v1' };
  const { all, crds } = releaseManifests({ version, images, ...(servingCertificates === undefined ? {} : { servingCertificates }) });
  return JSON.parse(JSON.stringify(all.slice(crds.length)).replaceAll(version.version, '')) as unknown;
}

describe('serving certificates', () => {
  test('can be turned on in 0.38.0, which then equals 0.37.0', () => {
    expect(comparable(OlmVersion.V0_38_0, ServingCertificates.certManager())).toEqual(comparable(OlmVersion.V0_37_0));
  });

  test('can be turned off in 0.37.0, which then equals 0.38.0', () => {
    expect(comparable(OlmVersion.V0_37_0, ServingCertificates.none())).toEqual(comparable(OlmVersion.V0_38_0));
  });

  test.each(CONTROLLERS)('of 0.46.0 are used by %s', (name) => {
    const settings = { servingCertificates: ServingCertificates.certManager() };
    expect(commandLine(name, settings).join(' ')).toContain('--tls-cert /srv-cert/tls.crt --tls-key /srv-cert/tls.key --client-ca /profile-collector-cert/tls.crt');
    const { template: { spec } } = program(name, settings);
    expect(spec.containers[0]).toMatchObject({
      ports: [{ containerPort: 8443, name: 'metrics' }],
      livenessProbe: { httpGet: { port: 8443, scheme: 'HTTPS' } },
    });
    expect(spec['volumes']).toEqual(expect.arrayContaining([{ name: 'srv-cert', secret: { secretName: 'olm-cert' } }]));
  });

  test('have an Issuer of the installation by default', () => {
    const settings = { namespace: 'lifecycle', servingCertificates: ServingCertificates.certManager() };
    expect(objectsOf('Issuer', settings)).toMatchObject({ 'olm-ca-issuer': { metadata: { namespace: 'lifecycle' }, spec: { selfSigned: {} } } });
    expect(objectsOf('Certificate', settings)).toMatchObject({
      'olm-cert': { spec: { issuerRef: { kind: 'Issuer', name: 'olm-ca-issuer' }, dnsNames: expect.arrayContaining(['olm-operator.lifecycle.svc']) as unknown } },
    });
  });

  test.each<[CertManagerOptions, string]>([
    [{ issuer: 'platform-ca' }, 'Issuer'],
    [{ issuer: 'platform-ca', issuerKind: CertManagerIssuerKind.CLUSTER_ISSUER }, 'ClusterIssuer'],
  ])('can have another issuer: %p', (options, kind) => {
    const settings = { servingCertificates: ServingCertificates.certManager(options) };
    expect(objectsOf('Issuer', settings)).toEqual({});
    expect(objectsOf('Certificate', settings)['olm-cert']).toMatchObject({ spec: { issuerRef: { group: 'cert-manager.io', kind, name: 'platform-ca' } } });
  });

  test('are not supported before 0.36.0', () => {
    expect(() => releaseManifests({ version: OlmVersion.V0_35_0, servingCertificates: ServingCertificates.certManager() })).toThrow(new Error(
      'servingCertificates from cert-manager is not supported by OLM 0.35.0; omit it, or install 0.36.0 or later',
    ));
    expect(releaseManifests({ version: OlmVersion.V0_35_0, servingCertificates: ServingCertificates.none() }).all)
      .toEqual(releaseManifests({ version: OlmVersion.V0_35_0 }).all);
  });

  test.each<[CertManagerOptions, string]>([
    [{ issuer: 'ca', issuerKind: 'Vault' as CertManagerIssuerKind }, "issuerKind in options of ServingCertificates.certManager must be CertManagerIssuerKind.ISSUER ('Issuer') or "
      + "CertManagerIssuerKind.CLUSTER_ISSUER ('ClusterIssuer'), got 'Vault'"],
    [{ issuerKind: CertManagerIssuerKind.CLUSTER_ISSUER }, 'issuerKind "ClusterIssuer" is set without an issuer; set "issuer" to the name of the ClusterIssuer'],
    [{ issuerName: 'ca' } as CertManagerOptions, 'unknown key \'issuerName\' in options of ServingCertificates.certManager; known keys: \'issuer\', \'issuerKind\''],
  ])('refuse the issuer %p', (options, problem) => {
    expect(() => ServingCertificates.certManager(options)).toThrow(new Error(problem));
  });
});
