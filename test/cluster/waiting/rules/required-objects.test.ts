import { csvFindings } from '../../../../lib/cluster/waiting/rules/cluster-service-versions';
import { KubernetesObject } from '../../../../lib/cluster/waiting/view/kubernetes-object';
import { clusterObject, conditions, csv } from '../objects';

const NAME = 'plain.v0.2.0';
const CRD = 'stores.demo.test';
const API = 'v1beta1.metrics.demo.test';

const [ABSENT, NOT_ESTABLISHED, NOT_SERVED] = ['CRD is not present', 'CRD is present but the Established condition is False (not available)', 'CRD version not served'];

/** Each message of OLM about a CRD that it lacks. */
const MESSAGES = [ABSENT, NOT_ESTABLISHED, NOT_SERVED];

const crd = (version: string, ...found: Parameters<typeof conditions>): KubernetesObject => (
  clusterObject(CRD, { spec: { versions: [{ name: version, served: true }] }, status: { conditions: conditions(...found) } })
);

/** Finds why a ClusterServiceVersion is Pending that requires version v1 of a CRD, and an API of another server. */
function findings(requirement: object, required: (of: { readonly name: string }) => KubernetesObject | null | undefined): object[] {
  const spec = { customresourcedefinitions: { required: [{ name: CRD, kind: 'Store', version: 'v1' }] } };
  return csvFindings(csv(NAME, 'Pending', { spec, status: { requirementStatus: [requirement] } }), required)
    .map(({ cause, message }) => ({ cause, message }));
}

const ofCrd = (message: string, found: KubernetesObject | null | undefined): object[] => (
  findings({ kind: 'CustomResourceDefinition', name: CRD, status: 'NotPresent', message }, ({ name }) => (name === CRD ? found : undefined))
);

const ofApi = (found: KubernetesObject | null | undefined): object[] => (
  findings({ kind: 'APIService', name: API, status: 'NotPresent' }, ({ name }) => (name === API ? found : undefined))
);

describe('a CRD that a ClusterServiceVersion waits for, according to OLM', () => {
  it.each(MESSAGES)('is told as it is, if that is known, whatever OLM says: %s', (message) => {
    expect(ofCrd(message, crd('v1', { type: 'Established' }))).toEqual([{
      cause: 'requirement-outdated', message: `OLM has not noticed yet that CustomResourceDefinition ${CRD} is established, which ${NAME} requires: ${message}`,
    }]);
    expect(ofCrd(message, crd('v1beta1', { type: 'Established' }))).toEqual([{
      cause: 'crd-version-not-served', message: `CustomResourceDefinition ${CRD} does not serve version v1`,
    }]);
    expect(ofCrd(message, crd('v1'))).toEqual([{ cause: 'crd-not-established', message: `CustomResourceDefinition ${CRD} is not established` }]);
    expect(ofCrd(message, null)).toEqual([{
      cause: 'required-crd-missing', message: `${NAME} requires CustomResourceDefinition ${CRD}, which does not exist${message === ABSENT ? `: ${ABSENT}` : ''}`,
    }]);
  });

  it('is told as OLM does, if it is not known', () => {
    expect(MESSAGES.flatMap((message) => ofCrd(message, undefined))).toEqual([
      { cause: 'required-crd-missing', message: `${NAME} requires CustomResourceDefinition ${CRD}, which does not exist: ${ABSENT}` },
      { cause: 'crd-not-established', message: `CustomResourceDefinition ${CRD} is not established, and ${NAME} requires it: ${NOT_ESTABLISHED}` },
      { cause: 'crd-version-not-served', message: `${NAME} requires a version of CustomResourceDefinition ${CRD} that it does not serve: ${NOT_SERVED}` },
    ]);
  });
});

describe('an API of another server, of which OLM says only that it lacks it', () => {
  it.each<[string, KubernetesObject | null | undefined, object]>([
    ['that is not known', undefined, { cause: 'required-api-service-missing', message: `${NAME} requires APIService ${API}, which does not exist or is not available` }],
    ['that does not exist', null, { cause: 'required-api-service-missing', message: `${NAME} requires APIService ${API}, which does not exist` }],
    ['whose server does not answer', clusterObject(API, {
      status: { conditions: conditions({ type: 'Available', status: 'False', reason: 'MissingEndpoints', message: 'endpoints for service/metrics have no addresses' }) },
    }), { cause: 'api-service-unavailable', message: `${NAME} requires APIService ${API}, which is not available: endpoints for service/metrics have no addresses` }],
    ['that nobody has checked yet', clusterObject(API), {
      cause: 'api-service-unavailable', message: `${NAME} requires APIService ${API}, which is not available: not checked yet`,
    }],
    ['that is available', clusterObject(API, { status: { conditions: conditions({ type: 'Available' }) } }), {
      cause: 'required-api-service-missing',
      message: `${NAME} requires APIService ${API}, which is available: it may not serve the kind that is required, or OLM has not noticed it yet`,
    }],
  ])('is told as it is: one %s', (_, found, expected) => {
    expect(ofApi(found)).toEqual([expected]);
  });
});
