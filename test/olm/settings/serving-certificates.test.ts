import { OlmVersion } from '../../lib/olm/olm-version';
import { releaseManifests } from '../../lib/olm/release';
import { type CertManagerOptions, ServingCertificates } from '../../lib/olm/serving-certificates';
import { commandLine, objectsOf, program, type ProgramName } from './programs';

const CONTROLLERS: ProgramName[] = ['olmOperator', 'catalogOperator'];

/** What is different about a release's objects when their versions and images are made the same. */
function alike(version: OlmVersion, servingCertificates?: ServingCertificates): unknown {
  const images = { olm: 'registry.example.com/olm:v1', opm: 'registry.example.com/opm:v1' };
  const { all, crds } = releaseManifests({ version, images, ...(servingCertificates === undefined ? {} : { servingCertificates }) });
  return JSON.parse(JSON.stringify(all.slice(crds.length)).replaceAll(version.version, '')) as unknown;
}

describe('serving certificates', () => {
  test('of 0.37.0 can be had in 0.38.0 still, which differs in nothing else', () => {
    expect(alike(OlmVersion.V0_38_0, ServingCertificates.certManager())).toEqual(alike(OlmVersion.V0_37_0));
  });

  test('of 0.37.0 can be left out, which makes it 0.38.0', () => {
    expect(alike(OlmVersion.V0_37_0, ServingCertificates.none())).toEqual(alike(OlmVersion.V0_38_0));
  });

  test.each(CONTROLLERS)('of 0.46.0 reach %s', (name) => {
    const settings = { servingCertificates: ServingCertificates.certManager() };
    expect(commandLine(name, settings).join(' ')).toContain('--tls-cert /srv-cert/tls.crt --tls-key /srv-cert/tls.key --client-ca /profile-collector-cert/tls.crt');
    const { template: { spec } } = program(name, settings);
    expect(spec.containers[0]).toMatchObject({
      ports: [{ containerPort: 8443, name: 'metrics' }],
      livenessProbe: { httpGet: { port: 8443, scheme: 'HTTPS' } },
    });
    expect(spec['volumes']).toEqual(expect.arrayContaining([{ name: 'srv-cert', secret: { secretName: 'olm-cert' } }]));
  });

  test('are signed by an issuer of the installation', () => {
    const settings = { namespace: 'lifecycle', servingCertificates: ServingCertificates.certManager() };
    expect(objectsOf('Issuer', settings)).toMatchObject({ 'olm-ca-issuer': { metadata: { namespace: 'lifecycle' }, spec: { selfSigned: {} } } });
    expect(objectsOf('Certificate', settings)).toMatchObject({
      'olm-cert': { spec: { issuerRef: { kind: 'Issuer', name: 'olm-ca-issuer' }, dnsNames: expect.arrayContaining(['olm-operator.lifecycle.svc']) as unknown } },
    });
  });

  test.each<[CertManagerOptions, string]>([
    [{ issuer: 'platform-ca' }, 'Issuer'],
    [{ issuer: 'platform-ca', issuerKind: 'ClusterIssuer' }, 'ClusterIssuer'],
  ])('can be signed by another one: %p', (options, kind) => {
    const settings = { servingCertificates: ServingCertificates.certManager(options) };
    expect(objectsOf('Issuer', settings)).toEqual({});
    expect(objectsOf('Certificate', settings)['olm-cert']).toMatchObject({ spec: { issuerRef: { group: 'cert-manager.io', kind, name: 'platform-ca' } } });
  });

  test('are not to be had before 0.36.0', () => {
    expect(() => releaseManifests({ version: OlmVersion.V0_35_0, servingCertificates: ServingCertificates.certManager() })).toThrow(new Error(
      'servingCertificates from cert-manager is not known to OLM 0.35.0; leave it out, or install 0.36.0 or newer',
    ));
    expect(releaseManifests({ version: OlmVersion.V0_35_0, servingCertificates: ServingCertificates.none() }).all)
      .toEqual(releaseManifests({ version: OlmVersion.V0_35_0 }).all);
  });

  test.each<[CertManagerOptions, string]>([
    [{ issuer: 'ca', issuerKind: 'Vault' }, 'issuerKind must be Issuer or ClusterIssuer, got "Vault"'],
    [{ issuerKind: 'ClusterIssuer' }, 'issuerKind "ClusterIssuer" is said without an issuer; give the name of the ClusterIssuer as "issuer"'],
  ])('cannot be signed by %p', (options, problem) => {
    expect(() => ServingCertificates.certManager(options)).toThrow(new Error(problem));
  });
});
