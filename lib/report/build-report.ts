import type { Bundle } from '../bundle/bundle';
import { BundleApi } from '../bundle/model/bundle-content';
import { BundleProperty } from '../bundle/model/bundle-property';
import { InstallModeType, type WebhookDescription } from '../bundle/model/cluster-service-version-spec';
import type { Manifest } from '../bundle/model/manifest';
import { BundleLimits, largestObject } from '../bundle/size';
import { fieldAt, mapListField, stringField, stringListField } from '../formats/json/json-value';
import { conversionStrategy } from '../formats/schema/changes/crd-comparison';
import { crdVersions } from '../formats/schema/changes/crd-schema';
import { BundleImage, bundleImages } from './bundle-images';
import { ClusterNeeds, type ClusterNeedsContent } from './needs/cluster-needs';
import { bundleRights } from './rights/bundle-rights';
import { BundleRbacBinding, BundleRbacConcern, BundleRbacRule } from './rights/rbac-rule';

/** A webhook that OLM configures for an operator. */
export interface BundleWebhook {
  /** `ValidatingAdmissionWebhook`, `MutatingAdmissionWebhook` or `ConversionWebhook`. */
  readonly type: string;

  /** Prefix of the name of its configuration. */
  readonly name: string;

  /** Name of the Deployment that serves it, or an empty string if not set. */
  readonly deployment: string;

  /** Policy for requests that the webhook does not answer: `Fail` or `Ignore`; `Fail` if not set. */
  readonly failurePolicy: string;

  /** Resources whose requests it intercepts, with their group, such as `pods` or `deployments.apps`. */
  readonly resources: string[];

  /** Names of the CRDs that it converts. */
  readonly conversionCrds: string[];
}

/** A CRD of a bundle. */
export interface BundleCrd {
  /** Name of the CRD: `<plural>.<group>`. */
  readonly name: string;

  /** Kind of its objects. */
  readonly kind: string;

  /** Whether its objects are namespaced. */
  readonly namespaced: boolean;

  /** Served versions. */
  readonly servedVersions: string[];

  /** Storage version. */
  readonly storageVersion: string;

  /** Conversion strategy between versions: `None` or `Webhook`. */
  readonly conversion: string;
}

/** A size of a bundle, with its limit. */
export interface BundleSizeReport {
  /** Name of the size. */
  readonly what: string;

  /** Size in bytes. */
  readonly bytes: number;

  /** Limit in bytes. */
  readonly limitBytes: number;

  /** Whether the size is within its limit. */
  readonly fits: boolean;
}

/** An object that was left out of a bundle. */
export interface OmittedObject {
  /** API version with its group, such as `monitoring.coreos.com/v1`. */
  readonly apiVersion: string;

  /** Kind. */
  readonly kind: string;

  /** Name. */
  readonly name: string;
}

/** Content of a `BundleReport`. */
export interface BundleReportContent {
  /** Name of the CSV. */
  readonly name: string;

  /** Name of the package. */
  readonly packageName: string;

  /** Version of the operator. */
  readonly version: string;

  /** Names of the channels. */
  readonly channels: string[];

  /** Lowest supported version of Kubernetes, or an empty string if not set. */
  readonly minKubeVersion: string;

  /** Name of the CSV that it replaces, or an empty string if not set. */
  readonly replaces: string;

  /** Names of the CSVs that it skips. */
  readonly skips: string[];

  /** Range of versions that can be upgraded to it directly, or an empty string if not set. */
  readonly skipRange: string;

  /** Owned APIs. */
  readonly ownedApis: BundleApi[];

  /** Required APIs, which other operators provide. */
  readonly requiredApis: BundleApi[];

  /** Entries of metadata/dependencies.yaml. */
  readonly dependencies: BundleProperty[];

  /** What it needs from the cluster besides Kubernetes, OLM and itself. */
  readonly needs: ClusterNeedsContent;

  /** Objects that were left out of the bundle with `Bundle.without` or `omit`. */
  readonly omitted: OmittedObject[];

  /** Supported install modes. */
  readonly installModes: InstallModeType[];

  /** CRDs of the bundle. */
  readonly crds: BundleCrd[];

  /** Rights that the bundle requests, rule by rule, including those of Kubernetes' own roles that it binds. */
  readonly rbac: BundleRbacRule[];

  /** Bindings in the bundle. Those whose rights are unknown also have a risk `RIGHTS_UNKNOWN`. */
  readonly bindings: BundleRbacBinding[];

  /** Risks of these rights, the most severe first. */
  readonly risks: BundleRbacConcern[];

  /** Images that it references. */
  readonly images: BundleImage[];

  /** Webhooks of the operator. */
  readonly webhooks: BundleWebhook[];

  /** Sizes that are subject to limits. */
  readonly sizes: BundleSizeReport[];
}

/** Returns the content of a report. @internal */
export function buildReport(bundle: Bundle): BundleReportContent {
  const { csv } = bundle;
  const { rules, bindings, risks } = bundleRights(bundle);
  return {
    name: bundle.name,
    packageName: bundle.packageName,
    version: bundle.version,
    channels: bundle.channels,
    minKubeVersion: csv.minKubeVersion,
    replaces: csv.replaces ?? '',
    skips: csv.skips,
    skipRange: csv.skipRange ?? '',
    ownedApis: bundle.ownedApis,
    requiredApis: bundle.requiredApis,
    dependencies: bundle.dependencies,
    needs: ClusterNeeds.of(bundle).content,
    omitted: bundle.omitted.map(({ apiVersion, kind, name }) => ({ apiVersion, kind, name })),
    installModes: bundle.installModes,
    crds: bundle.crds.map(crdOf),
    rbac: rules,
    bindings,
    risks,
    images: bundleImages(bundle),
    webhooks: csv.webhookDefinitions.map(webhookOf),
    sizes: sizesOf(bundle),
  };
}

function crdOf({ name, content }: Manifest): BundleCrd {
  const versions = crdVersions(content);
  return {
    name,
    kind: stringField(fieldAt(content, 'spec', 'names'), 'kind') ?? '',
    namespaced: stringField(fieldAt(content, 'spec'), 'scope') !== 'Cluster',
    servedVersions: versions.filter(({ served }) => served).map((version) => version.name),
    storageVersion: versions.find(({ storage }) => storage)?.name ?? '',
    conversion: conversionStrategy(content),
  };
}

function webhookOf({ type, generateName, deploymentName, conversionCrds, content }: WebhookDescription): BundleWebhook {
  const resources = mapListField(content, 'rules').flatMap((rule) => stringListField(rule, 'apiGroups').flatMap((group) => (
    stringListField(rule, 'resources').map((resource) => (group === '' ? resource : `${resource}.${group}`))
  )));
  return {
    type,
    name: generateName,
    deployment: deploymentName ?? '',
    failurePolicy: stringField(content, 'failurePolicy') ?? 'Fail',
    resources: [...new Set(resources)],
    conversionCrds,
  };
}

function sizesOf({ size, manifests }: Bundle): BundleSizeReport[] {
  const largest = largestObject(manifests)!;
  const sizes: [what: string, bytes: number, limitBytes: number][] = [
    ['InstallPlan, from a catalog with inline manifests', size.installPlan, BundleLimits.INSTALL_PLAN_BYTES],
    ['unpacked by OLM from an image', size.unpackedImage, BundleLimits.UNPACKED_BUNDLE_BYTES],
    [`largest object, ${largest.manifest.kind} ${largest.manifest.name}`, largest.bytes, BundleLimits.ETCD_REQUEST_BYTES],
  ];
  return sizes.map(([what, bytes, limitBytes]) => ({ what, bytes, limitBytes, fits: bytes <= limitBytes }));
}
