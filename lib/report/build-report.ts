import { bundleImages } from './bundle-images';
import type { BundleCrd, BundleReportContent, BundleSizeReport, BundleWebhook } from './report-types';
import { rbacConcerns } from './rbac-risks';
import { bundleRbacRules } from './rbac-rules';
import type { Bundle } from '../bundle/bundle';
import type { WebhookDescription } from '../bundle/model/cluster-service-version-spec';
import { crdVersions } from '../formats/schema/changes/crd-schema';
import { conversionStrategy } from '../formats/schema/changes/version-changes';
import { fieldAt, mapListField, stringField, stringListField } from '../formats/json/json-value';
import { largestObject } from '../bundle/largest-object';
import type { Manifest } from '../bundle/model/manifest';
import { BundleLimits } from '../bundle/size';

/** Returns the content of a report. */
export function buildReport(bundle: Bundle): BundleReportContent {
  const { csv } = bundle;
  const rbac = bundleRbacRules(bundle);
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
    installModes: bundle.installModes,
    crds: bundle.crds.map(crdOf),
    rbac,
    risks: rbacConcerns(rbac),
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
