import { CertificateProvider, CertManagerIssuerKind, type ProvidedCertificate, type WebhookCertificate } from 'olm-constructs';
import { CONVERTER, deployment, objectsOf, only, titles, webhook } from './operator-bundle';

const PARTS = { ...CONVERTER, webhooks: [...CONVERTER.webhooks!, webhook()] };

describe('certificates of cert-manager', () => {
  it('are self-signed by default', () => {
    const objects = objectsOf(PARTS);
    expect(only(objects, 'Issuer')).toEqual({
      apiVersion: 'cert-manager.io/v1',
      kind: 'Issuer',
      metadata: { name: 'demo-service-cert-selfsigned-issuer', namespace: 'operators' },
      spec: { selfSigned: {} },
    });
    expect(only(objects, 'Certificate').spec).toEqual({
      secretName: 'demo-service-cert',
      commonName: 'demo-service.operators',
      usages: ['server auth'],
      dnsNames: ['demo-service.operators', 'demo-service.operators.svc', 'demo-service.operators.svc.cluster.local'],
      issuerRef: { name: 'demo-service-cert-selfsigned-issuer' },
      duration: '17520h0m0s',
      renewBefore: '24h0m0s',
    });
  });

  it('can come from an issuer that exists', () => {
    const certificates = CertificateProvider.certManager({ issuer: 'company', issuerKind: CertManagerIssuerKind.CLUSTER_ISSUER });
    const objects = objectsOf(PARTS, { certificates });
    expect(titles(objects).slice(-1)).toEqual(['Certificate operators/demo-service-cert']);
    expect(only(objects, 'Certificate').spec.issuerRef).toEqual({ group: 'cert-manager.io', kind: 'ClusterIssuer', name: 'company' });
  });

  it('are refused with the kind of an issuer, but without its name', () => {
    expect(() => CertificateProvider.certManager({ issuerKind: CertManagerIssuerKind.ISSUER }))
      .toThrow('issuerKind "Issuer" is set without an issuer; set "issuer" to the name of the Issuer');
  });

  it('are trusted through annotations', () => {
    const expected = { 'cert-manager.io/inject-ca-from': 'operators/demo-service-cert' };
    const objects = objectsOf(PARTS);
    expect(only(objects, 'ValidatingWebhookConfiguration').metadata.annotations).toEqual(expected);
    expect(only(objects, 'CustomResourceDefinition').metadata.annotations).toEqual(expected);
  });
});

describe('certificates of OpenShift\'s service CA', () => {
  const objects = objectsOf(PARTS, { certificates: CertificateProvider.openShiftServiceCa() });

  it('need no objects', () => {
    expect(titles(objects).slice(-1)).toEqual(['Service operators/demo-service']);
  });

  it('are requested by the Service, and trusted through annotations', () => {
    expect(only(objects, 'Service').metadata.annotations).toEqual({ 'service.beta.openshift.io/serving-cert-secret-name': 'demo-service-cert' });
    const expected = { 'service.beta.openshift.io/inject-cabundle': 'true' };
    expect(only(objects, 'ValidatingWebhookConfiguration').metadata.annotations).toEqual(expected);
    expect(only(objects, 'CustomResourceDefinition').metadata.annotations).toEqual(expected);
  });
});

describe('certificates of the user\'s own provider', () => {
  class Vault extends CertificateProvider {
    public readonly requested: WebhookCertificate[] = [];

    public provide(certificate: WebhookCertificate): ProvidedCertificate {
      this.requested.push(certificate);
      return {
        secretName: 'from-vault',
        certificateKey: 'cert.pem',
        privateKeyKey: 'key.pem',
        caBundle: 'Q0E=',
        objects: [{ apiVersion: 'vault.test/v1', kind: 'VaultSecret', metadata: { name: 'from-vault', namespace: certificate.namespace } }],
      };
    }
  }
  const vault = new Vault();
  const objects = objectsOf(PARTS, { certificates: vault });

  it('are requested once for each deployment with webhooks', () => {
    expect(vault.requested).toEqual([{
      name: 'demo-service-cert',
      namespace: 'operators',
      serviceName: 'demo-service',
      commonName: 'demo-service.operators',
      dnsNames: ['demo-service.operators', 'demo-service.operators.svc', 'demo-service.operators.svc.cluster.local'],
    }]);
  });

  it('are mounted where operators expect them', () => {
    const { volumes, containers } = only(objects, 'Deployment').spec.template.spec as { volumes: object[]; containers: { volumeMounts: object[] }[] };
    expect(volumes).toEqual([
      {
        name: 'webhook-cert',
        secret: { secretName: 'from-vault', items: [{ key: 'cert.pem', path: 'tls.crt' }, { key: 'key.pem', path: 'tls.key' }] },
      },
      {
        name: 'apiservice-cert',
        secret: { secretName: 'from-vault', items: [{ key: 'cert.pem', path: 'apiserver.crt' }, { key: 'key.pem', path: 'apiserver.key' }] },
      },
    ]);
    expect(containers[0]!.volumeMounts).toEqual([
      { name: 'webhook-cert', mountPath: '/tmp/k8s-webhook-server/serving-certs' },
      { name: 'apiservice-cert', mountPath: '/apiserver.local.config/certificates' },
    ]);
  });

  it('can have a known CA', () => {
    expect(only(objects, 'ValidatingWebhookConfiguration').webhooks[0]!.clientConfig.caBundle).toBe('Q0E=');
    expect(only(objects, 'CustomResourceDefinition').spec.conversion.webhook.clientConfig.caBundle).toBe('Q0E=');
    expect(only(objects, 'CustomResourceDefinition').metadata.annotations).toBeUndefined();
  });

  it('can come with objects', () => {
    expect(titles(objects).slice(-1)).toEqual(['VaultSecret operators/from-vault']);
  });
});

it('the operator\'s own volumes and mounts in these places are replaced', () => {
  const pod = {
    volumes: [{ name: 'own', secret: { secretName: 'own' } }, { name: 'apiservice-cert', emptyDir: {} }, { name: 'data', emptyDir: {} }],
    containers: [
      { name: 'a', volumeMounts: [{ name: 'own', mountPath: '/tmp/k8s-webhook-server/serving-certs' }, { name: 'data', mountPath: '/data' }] },
      { name: 'b', volumeMounts: [{ name: 'apiservice-cert', mountPath: '/elsewhere' }] },
    ],
  };
  const { volumes, containers } = only(objectsOf({ deployments: [deployment('demo', pod)], webhooks: [webhook()] }), 'Deployment').spec.template.spec as {
    volumes: { name: string }[]; containers: { volumeMounts: { name: string }[] }[];
  };
  expect(volumes.map(({ name }) => name)).toEqual(['data', 'webhook-cert', 'apiservice-cert']);
  expect(containers.map(({ volumeMounts }) => volumeMounts.map(({ name }) => name))).toEqual([
    ['data', 'webhook-cert', 'apiservice-cert'],
    ['webhook-cert', 'apiservice-cert'],
  ]);
});

it('a deployment without webhooks needs no certificates', () => {
  const objects = objectsOf({ deployments: [deployment(), deployment('other')], webhooks: [webhook()] });
  const [, other] = objects.filter(({ kind }) => kind === 'Deployment');
  expect(other!.spec.template.spec).toEqual({ containers: [{ name: 'demo', image: 'example.test/demo:1', resources: {} }] });
});
