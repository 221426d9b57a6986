import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isKubernetesGroup, kubernetesApi, releasesText } from '../../../lib/formats/schema/kubernetes-apis';
import { removalOf } from '../../../lib/validation/model/removed-apis';

/** Folders of Pulumi's SDK for Kubernetes that are not API groups. */
const NO_GROUPS = ['helm', 'kustomize', 'meta', 'yaml'];

/** Groups whose folder has another name. */
const GROUP_OF: { readonly [folder: string]: string } = {
  core: '', apps: 'apps', autoscaling: 'autoscaling', batch: 'batch', extensions: 'extensions', policy: 'policy', flowcontrol: 'flowcontrol.apiserver.k8s.io',
  rbac: 'rbac.authorization.k8s.io',
};

const SDK = dirname(require.resolve('@pulumi/kubernetes/package.json'));

/** APIs in the SDK that a cluster serves only if a flag enables them: alpha, beta since Kubernetes 1.24, and those newer than the table. */
const GATED = [
  /\/v\d+alpha\d+ /, /^admissionregistration\.k8s\.io\/v1beta1 \w+AdmissionPolicy/, /^certificates\.k8s\.io\/v1 (?:ClusterTrustBundle|PodCertificateRequest)/,
  /^certificates\.k8s\.io\/v1beta1 (?:ClusterTrustBundle|PodCertificateRequest)/, /^coordination\.k8s\.io\/v1beta1 LeaseCandidate/, /^networking\.k8s\.io\/v1beta1 (?:IPAddress|ServiceCIDR)/,
  /^resource\.k8s\.io\/v1 DeviceTaintRule/, /^resource\.k8s\.io\/v1beta\d /, /^scheduling\.k8s\.io\/v1beta1 (?:PodGroup|Workload)/, /^storage\.k8s\.io\/v1beta1 VolumeAttributesClass/,
  /^storagemigration\.k8s\.io\//,
];

/** Returns the kinds in the SDK as `apiVersion kind`. */
function kindsOfSdk(): string[] {
  const folders = readdirSync(SDK, { withFileTypes: true }).filter((folder) => folder.isDirectory() && !NO_GROUPS.includes(folder.name));
  return folders.flatMap(({ name }) => (
    readdirSync(join(SDK, name)).filter((version) => /^v\d/.test(version)).flatMap((version) => {
      const group = GROUP_OF[name] ?? `${name}.k8s.io`;
      return readdirSync(join(SDK, name, version)).filter((file) => /^(?!index)\w+\.d\.ts$/.test(file) && !/(?:List|Patch)\.d\.ts$/.test(file))
        .map((file) => `${group === '' ? version : `${group}/${version}`} ${kindOf(file.slice(0, -'.d.ts'.length))}`);
    })
  ));
}

/** Acronyms that the SDK writes in lower case. */
const ACRONYMS: { readonly [file: string]: string } = {
  apiservice: 'APIService', csidriver: 'CSIDriver', csinode: 'CSINode', csistorageCapacity: 'CSIStorageCapacity', ipaddress: 'IPAddress', serviceCIDR: 'ServiceCIDR',
};

function kindOf(file: string): string {
  return ACRONYMS[file] ?? file[0]!.toUpperCase() + file.slice(1);
}

describe('the APIs of Kubernetes', () => {
  const kinds = kindsOfSdk();

  it('are those of an SDK with every release, apart from those that a flag enables', () => {
    expect(kinds.length).toBeGreaterThan(100);
    expect(kinds.filter((found) => !GATED.some((gated) => gated.test(found)) && kubernetesApi(...(found.split(' ') as [string, string])) === undefined)).toEqual([]);
  });

  it('are not those that a flag enables', () => {
    expect(kinds.filter((found) => GATED.some((gated) => gated.test(found)) && kubernetesApi(...(found.split(' ') as [string, string])) !== undefined)).toEqual([]);
  });

  it('are removed in the release that upstream has for them', () => {
    const disagreeing = kinds.map((found) => found.split(' ') as [string, string]).filter(([apiVersion, kind]) => {
      const removal = removalOf(apiVersion, kind);
      return removal !== undefined && kubernetesApi(apiVersion, kind)?.until !== Number(removal.split('.')[1]);
    });
    expect(disagreeing).toEqual([]);
  });

  it.each([
    ['v1', 'Pod', ''], ['policy/v1beta1', 'PodDisruptionBudget', '1.24 or earlier'], ['policy/v1', 'PodDisruptionBudget', '1.21 or later'],
    ['discovery.k8s.io/v1beta1', 'EndpointSlice', '1.17 to 1.24'],
  ])('of %s %s are served by Kubernetes %s', (apiVersion, kind, releases) => {
    expect(releasesText(kubernetesApi(apiVersion, kind)!)).toBe(releases);
  });

  it.each([['autoscaling.k8s.io/v1', 'VerticalPodAutoscaler'], ['v1', 'Route'], ['constructor', 'toString'], ['', '']])('do not include %s %s', (apiVersion, kind) => {
    expect(kubernetesApi(apiVersion, kind)).toBeUndefined();
  });

  it('have their own groups, not all that end with k8s.io', () => {
    expect(['', 'apps', 'networking.k8s.io', 'gateway.networking.k8s.io', 'snapshot.storage.k8s.io', 'metrics.k8s.io'].map(isKubernetesGroup))
      .toEqual([true, true, true, false, false, false]);
  });
});
