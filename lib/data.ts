/** What the entries `olm-constructs` and `olm-constructs/pulumi` both export: releases of OLM, install modes, plain manifests, and errors. */

export { InstallMode } from './bundle/model/install-mode';
export { ConstructError, RenderError } from './errors';
export { CrdDescriptions } from './formats/schema/custom-resource-definition';
export { OlmVersion } from './olm/v0/model/olm-version';
export { OlmRelease } from './olm/v0/olm-release';
export type { OlmManifestsOptions } from './olm/v0/olm-release';
export type { OlmRemovalStep, OlmRemovalTarget } from './olm/v0/release/removal-order';
export { SelectorOperator } from './olm/v0/settings/affinity';
export type {
  Affinity, LabelSelector, NodeAffinity, NodeSelector, NodeSelectorTerm, PodAffinity, PodAffinityTerm, PreferredNodes, PreferredPods,
  SelectorRequirement,
} from './olm/v0/settings/affinity';
export { DefaultCatalog } from './olm/v0/settings/default-catalog';
export type { CatalogImageOptions, DefaultCatalogOptions } from './olm/v0/settings/default-catalog';
export { SecurityContextConfig } from './olm/v0/settings/grpc-pod-config';
export type { ExtractContentConfig, GrpcPodConfig } from './olm/v0/settings/grpc-pod-config';
export type { MonitoringSettings, OlmConfigSettings, OlmImages, OlmSettings, PrometheusAccount } from './olm/v0/settings/olm-settings';
export { PodSecurityLevel } from './olm/v0/settings/pod-security';
export type { PodSecurityLevels, PodSecuritySettings } from './olm/v0/settings/pod-security';
export { TaintEffect, TolerationOperator } from './olm/v0/settings/pod-settings';
export type { ContainerResources, ControllerSettings, OlmOperatorSettings, PackageserverSettings, Toleration } from './olm/v0/settings/pod-settings';
export { CertManagerIssuerKind, ServingCertificates } from './olm/v0/settings/serving-certificates';
export type { CertManagerOptions } from './olm/v0/settings/serving-certificates';
export { OlmUpgradePlan } from './olm/v0/upgrade/upgrade-plan';
export type {
  OlmArgumentChange, OlmCrdVersionChange, OlmLostField, OlmPlannedChange, OlmPlannedObject, OlmPlannedRemoval, OlmUpgradePlanContent,
} from './olm/v0/upgrade/upgrade-plan';
export { OlmV1Version } from './olm/v1/olm-v1-version';
export { CertificateProvider } from './render/model/certificate-provider';
export type { ProvidedCertificate, WebhookCertificate } from './render/model/certificate-provider';
export { RenderErrorCode } from './render/model/render-error';
export type { RenderProblem } from './render/model/render-error';
export { PlainManifests } from './render/plain-manifests';
export type { PlainManifestsOptions } from './render/render-operator';
