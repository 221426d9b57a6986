import { InstallMode, PlainManifests, RenderError } from 'olm-constructs';
import { InstallModeType } from 'olm-constructs/bundle';
import { crdOf } from '../builders/bundle-of';
import { CONVERTER, deployment, operatorBundle, type OperatorParts, problemsOf, webhook } from './operator-bundle';

const CONVERSION = CONVERTER.webhooks![0]!;
const CRD_NAMES = { customresourcedefinitions: { owned: [{ name: 'thngs.example.test', version: 'v1', kind: 'Thing' }] } };
const LIMIT = 'list the API groups and resources that it is for';
const forbidden = (rule: object): OperatorParts => ({ webhooks: [webhook({ rules: [rule] })] });

describe('the bundle is refused with the remedy', () => {
  it.each<[string, OperatorParts, string[]]>([
    ['two deployments of one name', { deployments: [deployment(), deployment()] }, [
      'deployment: another deployment is also named "demo"; give each deployment of the ClusterServiceVersion its own name',
    ]],
    ['the name of a deployment', { deployments: [deployment('Bad_Name')] }, [
      'deployment: the name of a deployment must consist of lowercase letters, digits, "-" and ".", and each part must start and end with a letter or digit, '
        + 'got "Bad_Name"; rename it',
    ]],
    ['annotations that too many deployments copy', { annotations: { a: 'x'.repeat(99_999) }, deployments: Array.from({ length: 700 }, (_, index) => deployment(`d${index}`)) }, [
      'deployment: the annotations of the ClusterServiceVersion, of which each of its 700 Deployments gets a copy, would have 70000000 bytes, '
        + 'and the maximum is 67108864; remove annotations or deployments',
    ]],
    ['two CRDs of one name', { files: { 'manifests/a.yaml': crdOf('Thing'), 'manifests/b.yaml': crdOf('Thing') } }, [
      'crd: another file also contains the CustomResourceDefinition "things.example.test"; remove one of them',
    ]],
    ['an owned CRD that is missing', { spec: CRD_NAMES, files: { 'manifests/a.yaml': crdOf('Thing') } }, [
      'crd: the bundle does not contain the owned CustomResourceDefinition "thngs.example.test"; it contains "things.example.test"; '
        + 'add its file to manifests/, or fix the name',
    ]],
    ['an owned CRD, without any', { spec: CRD_NAMES }, [
      'crd: the bundle does not contain the owned CustomResourceDefinition "thngs.example.test"; it contains none; add its file to manifests/, or fix the name',
    ]],
    ['a CRD that clusters no longer serve', { files: { 'manifests/a.yaml': { ...crdOf('Thing'), apiVersion: 'apiextensions.k8s.io/v1beta1' } } }, [
      'crd: the apiVersion of the CustomResourceDefinition "things.example.test" must be apiextensions.k8s.io/v1, got "apiextensions.k8s.io/v1beta1"; '
        + 'convert it: clusters from Kubernetes 1.22 on serve no other',
    ]],
    ['a kind that OLM does not install', { files: { 'manifests/a.yaml': { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate' } } } }, [
      'kind: a bundle must not contain objects of the kind "Job", such as "migrate"; let the operator create it when it starts',
    ]],
    ['an object without a name', { files: { 'manifests/a.yaml': { apiVersion: 'v1', kind: 'ConfigMap' } } }, [
      'manifest: the ConfigMap must have a name; set metadata.name',
    ]],
    ['a value of the wrong type', { deployments: [{ ...deployment(), spec: { replicas: 'two', selector: {}, template: {} } }] }, [
      'manifest: spec.install.spec.deployments[0].spec.replicas must be a 32-bit integer, got the string "two"',
    ]],
    ['a label that is not a string', { files: { 'manifests/a.yaml': { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a', labels: { b: true } } } } }, [
      'manifest: metadata.labels.b must be a string, got the boolean true; put it in quotes',
    ]],
    ['an aggregated API', { spec: { apiservicedefinitions: { owned: [{ name: 'v1.a.test', group: 'a.test', version: 'v1', kind: 'A' }] } } }, [
      'api-service: the operator serves APIs through API aggregation, which only OLM v0 installs; define the APIs as CustomResourceDefinitions, or use OLM v0',
    ]],
    ['a webhook of another deployment', { webhooks: [webhook({ deploymentName: 'nope' })] }, [
      'webhook: the deploymentName of the webhook "vthing.example.test" must be a deployment of the ClusterServiceVersion, got "nope"; deployments: "demo"',
    ]],
    ['the name of a webhook', { webhooks: [webhook({ generateName: 'Bad_Name' })] }, [
      'webhook: the generateName of a webhook must consist of lowercase letters, digits, "-" and ".", and each part must start and end with a letter or '
        + 'digit, got "Bad_Name"; rename it',
    ]],
    ['two webhooks of one name', { webhooks: [webhook(), webhook()] }, [
      'webhook: another webhook of type ValidatingAdmissionWebhook is also named "vthing.example.test"; give each its own name',
    ]],
    ['the type of a webhook', { webhooks: [webhook({ type: 'Validating' })] }, [
      'webhook: the type of a webhook must be one of ValidatingAdmissionWebhook, MutatingAdmissionWebhook, ConversionWebhook, got "Validating"',
    ]],
    ['the port of a webhook', { webhooks: [webhook({ containerPort: 70_000 })] }, [
      'webhook: the containerPort of a webhook must be between 1 and 65535, got 70000',
    ]],
    ['two webhooks that share a port', { webhooks: [webhook(), webhook({ generateName: 'b.example.test', targetPort: 1 })] }, [
      'webhook: the webhooks "vthing.example.test" and "b.example.test" share the containerPort 443 of the deployment "demo", so they must have the same '
        + 'targetPort; change one of the ports',
    ]],
    ['a webhook for everything', forbidden({ apiGroups: ['*'] }), [`webhook: the webhook "vthing.example.test" must not intercept all API groups ("*"); ${LIMIT}`]],
    ['a webhook for OLM v1', forbidden({ apiGroups: ['olm.operatorframework.io'] }), [
      `webhook: the webhook "vthing.example.test" must not intercept the API group "olm.operatorframework.io", OLM's own; ${LIMIT}`,
    ]],
    ['a webhook for webhooks', forbidden({ apiGroups: ['admissionregistration.k8s.io'], resources: ['MutatingWebhookConfigurations'] }), [
      'webhook: the webhook "vthing.example.test" must not intercept "MutatingWebhookConfigurations" of the API group "admissionregistration.k8s.io", '
        + `other webhooks; ${LIMIT}`,
    ]],
    ['a conversion and other install modes', { ...CONVERTER, installModes: ['OwnNamespace', 'AllNamespaces'] }, [
      'conversion: the conversion webhook "cthing.example.test" requires an operator that supports only AllNamespaces, since conversion is cluster-wide; '
        + 'supported: OwnNamespace, AllNamespaces; change spec.installModes',
    ]],
    ['a conversion of a CRD that is not owned', { ...CONVERTER, spec: {} }, [
      'conversion: the conversion webhook "cthing.example.test" converts the CustomResourceDefinition "things.example.test", which the operator does not own; '
        + 'add it to spec.customresourcedefinitions.owned, or remove it from conversionCRDs',
    ]],
    ['two conversions of one CRD', { ...CONVERTER, webhooks: [CONVERSION, { ...CONVERSION, generateName: 'd.example.test' }] }, [
      'conversion: the conversion webhook "d.example.test" converts the CustomResourceDefinition "things.example.test", which "cthing.example.test" already '
        + 'converts; remove it from one',
    ]],
    ['a conversion of unknown fields', { ...CONVERTER, files: { 'manifests/a.yaml': withUnknownFields(crdOf('Thing')) } }, [
      'conversion: the CustomResourceDefinition "things.example.test" must have spec.preserveUnknownFields set to false, since the API server would not call '
        + 'its conversion webhook; set it to false',
    ]],
  ])('for %s', (_, parts, expected) => {
    expect(problemsOf(parts)).toEqual(expected);
  });

  function withUnknownFields(crd: object): object {
    return { ...crd, spec: { ...(crd as { spec: object }).spec, preserveUnknownFields: true } };
  }

  it('for all reasons together, each with its file and line', () => {
    const bundle = operatorBundle({
      deployments: [deployment('Bad_Name')],
      webhooks: [webhook({ deploymentName: 'nope' })],
      files: { 'manifests/job.yaml': { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'migrate' } } },
    });
    try {
      PlainManifests.render(bundle, { installNamespace: 'operators' });
      throw new Error('not refused');
    } catch (error) {
      expect(error).toBeInstanceOf(RenderError);
      const { problems, message } = error as RenderError;
      expect(problems.map(({ code, file, line }) => [code, file, line])).toEqual([
        ['deployment', 'manifests/csv.yaml', 1],
        ['webhook', 'manifests/csv.yaml', 1],
        ['kind', 'manifests/job.yaml', 1],
        ['certificates', 'manifests/csv.yaml', 1],
      ]);
      expect(message.split('\n')[0]).toBe(`${bundle.source}: 4 problems`);
    }
  });
});

describe('the install mode is refused with the supported ones', () => {
  const SET = 'set installMode to';
  it.each<[string, InstallModeType[], InstallMode | undefined, string]>([
    ['if it is not specified, and the operator watches neither all namespaces nor its own', [InstallModeType.SINGLE_NAMESPACE], undefined,
      `the namespaces to watch are not specified, and the operator does not support AllNamespaces; ${SET} InstallMode.singleNamespace(namespace)`],
    ['if the operator supports none', [], undefined,
      'the namespaces to watch are not specified, and the operator does not support AllNamespaces; it supports none'],
    ['for all namespaces', [InstallModeType.OWN_NAMESPACE], InstallMode.allNamespaces(),
      `the operator must support AllNamespaces to watch all namespaces from the namespace "operators"; ${SET} InstallMode.ownNamespace()`],
    ['for its own namespace', [InstallModeType.ALL_NAMESPACES], InstallMode.ownNamespace(),
      `the operator must support OwnNamespace to watch namespace "operators" from the namespace "operators"; ${SET} InstallMode.allNamespaces()`],
    ['for its own namespace as a single one', [InstallModeType.SINGLE_NAMESPACE], InstallMode.singleNamespace('operators'),
      `the operator must support OwnNamespace to watch namespace "operators" from the namespace "operators"; ${SET} InstallMode.singleNamespace(namespace)`],
    ['for another namespace', [InstallModeType.OWN_NAMESPACE], InstallMode.singleNamespace('a'),
      `the operator must support SingleNamespace to watch namespace "a" from the namespace "operators"; ${SET} InstallMode.ownNamespace()`],
    ['for several namespaces', [InstallModeType.OWN_NAMESPACE, InstallModeType.ALL_NAMESPACES], InstallMode.multiNamespace(['a', 'b']),
      `the operator must support MultiNamespace to watch namespaces "a", "b" from the namespace "operators"; ${SET} InstallMode.ownNamespace() or `
        + 'InstallMode.allNamespaces()'],
    ['for several namespaces with its own', [InstallModeType.MULTI_NAMESPACE], InstallMode.multiNamespace(['a', 'operators']),
      `the operator must support OwnNamespace to watch namespaces "a", "operators" from the namespace "operators"; ${SET} InstallMode.multiNamespace(namespaces)`],
  ])('%s', (_, installModes, installMode, message) => {
    expect(problemsOf({ installModes }, installMode === undefined ? {} : { installMode })).toEqual([`install-mode: ${message}`]);
  });
});

describe('the options are refused', () => {
  it('if one is unknown', () => {
    expect(problemsOf({}, { certificate: 1 } as object)).toEqual([
      'options: unknown key \'certificate\' in options of PlainManifests.render; known keys: \'installNamespace\', '
        + '\'installMode\', \'certificates\', \'deploymentConfig\', \'compatible\'',
    ]);
  });

  it('if the name of the namespace is invalid', () => {
    expect(problemsOf({}, { installNamespace: 'My_Operators' })).toEqual([
      'options: installNamespace must consist of lowercase letters, digits and "-", and start and end with a letter or digit, got "My_Operators"',
    ]);
  });

  it('if the operator has webhooks, and there are no certificates', () => {
    expect(() => PlainManifests.render(operatorBundle({ webhooks: [webhook()] }), { installNamespace: 'operators' })).toThrow(
      'the operator has webhooks, such as "vthing.example.test", which need certificates; set certificates to CertificateProvider.certManager(), '
      + 'CertificateProvider.openShiftServiceCa(), or a provider of your own',
    );
  });

  it.each<[string, unknown, string]>([
    ['is not a map', 'a', "deploymentConfig in options of PlainManifests.render must be an object, got 'a'"],
    ['has an unknown field in a list', { tolerations: [{ key: 'a' }, { efect: 'NoSchedule' }] },
      'unknown field \'efect\' in deploymentConfig.tolerations[1]; known fields: \'effect\', \'key\', \'operator\', \'tolerationSeconds\', \'value\''],
    ['has an unknown field of a resource', { resources: { request: { cpu: '1' } } },
      'unknown field \'request\' in deploymentConfig.resources; known fields: \'claims\', \'limits\', \'requests\''],
    ['has an unknown field of a volume', { volumes: [{ name: 'a', downwardApi: {} }] },
      'unknown field \'downwardApi\' in deploymentConfig.volumes[0]; known fields: 31, and the nearest is \'downwardAPI\''],
    ['has an unknown field', { envs: [] },
      'unknown field \'envs\' in deploymentConfig; known fields: \'affinity\', \'tolerations\', \'volumes\', \'env\', \'envFrom\', \'resources\', '
        + '\'volumeMounts\', \'nodeSelector\', \'annotations\''],
    ['has a value of the wrong type', { env: 'a' }, 'deploymentConfig.env must be a list, got the string "a"'],
  ])('if the deployment config %s', (_, deploymentConfig, message) => {
    expect(problemsOf({}, { deploymentConfig: deploymentConfig as { [field: string]: unknown } })).toEqual([`options: ${message}`]);
  });
});
