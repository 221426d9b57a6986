import { compareUtf8, goJson } from '../../formats/json/go-json';
import { defined } from '../../formats/json/defined';
import { type JsonMap, mapField, mapListField, stringField } from '../../formats/json/json-value';
import { missing } from '../../text/group-by';
import { quoted } from '../../text/phrases';
import { InstallModeType, type OperatorIcon, type RelatedImage } from '../model/cluster-service-version-spec';
import { GenerationNoteCode } from '../model/generation-note';
import { basePermissions } from './base-permissions';
import type { InstalledDeployment } from './deployments';
import type { BundleGenerationOptions } from './generation-options';
import type { GenerationNotes } from './generation-notes';
import type { InputObject } from './input-object';
import { proposedInstallModes } from './install-modes';
import { csvNameOf, plainVersion } from './options-problems';
import { ownedCrds } from './owned-crds';
import type { Permissions } from './permissions';
import { CLUSTER_METADATA } from './read-fields';
import { relatedImages } from './related-images';
import type { Webhooks } from './webhooks';

/** Parts of a ClusterServiceVersion that come from the manifests. */
export interface CsvParts {
  /** Content of the base, or undefined without one. */
  readonly base: JsonMap | undefined;
  readonly deployments: readonly InstalledDeployment[];
  readonly permissions: Permissions;
  readonly webhooks: Webhooks;
  readonly crds: readonly InputObject[];

  /** Custom resources for `alm-examples`. */
  readonly examples: readonly InputObject[];

  /** Icon and description, read from the files of the options. */
  readonly icon: OperatorIcon | undefined;
  readonly description: string | undefined;

  /** Replaces an image by that of the options. */
  readonly image: (image: string) => string;
}

/**
 * Returns the ClusterServiceVersion: the fields of the base, those of the manifests, and those of the options, each of which replaces the ones
 * before. Its keys have a fixed order.
 */
export function clusterServiceVersion(parts: CsvParts, options: BundleGenerationOptions, notes: GenerationNotes): JsonMap {
  const { base, icon, description } = parts;
  const spec = mapField(base, 'spec');
  const given = defined({
    displayName: options.displayName, description, minKubeVersion: options.minKubeVersion, replaces: options.replaces,
    skips: options.skips, keywords: options.keywords, maturity: options.maturity,
    provider: options.provider, maintainers: options.maintainers, links: options.links,
    icon: icon === undefined ? undefined : [{ base64data: icon.base64data, mediatype: icon.mediaType }],
  });
  const crds = mapField(spec, 'customresourcedefinitions');
  const owned = ownedCrds(parts.crds, mapListField(crds, 'owned'), options.specDescriptors ?? false, notes);
  const images = imagesOf(parts, options, notes);
  const changed = {
    ...spec,
    displayName: titleOf(options.packageName),
    ...defined({ displayName: stringField(spec, 'displayName') }),
    icon: iconsOf(spec),
    ...given,
    version: plainVersion(options.version),
    apiservicedefinitions: mapField(spec, 'apiservicedefinitions'),
    customresourcedefinitions: sortedMap({ ...crds, owned: owned.length === 0 ? undefined : owned }),
    install: { strategy: 'deployment', spec: installSpec(parts, options, notes) },
    installModes: installModes(parts, options, notes),
    relatedImages: images.length === 0 ? undefined : images,
    webhookdefinitions: webhookDefinitions(parts, notes),
  };
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: metadata(parts, options),
    spec: sortedMap(changed),
  };
}

/** Returns the icons of the base, but for the empty one that `operator-sdk generate kustomize manifests` writes as a placeholder. */
function iconsOf(spec: JsonMap): JsonMap[] | undefined {
  const icons = mapListField(spec, 'icon').filter((icon) => (stringField(icon, 'base64data') ?? '') !== '');
  return icons.length === 0 ? undefined : icons;
}

function metadata({ base, examples, image }: CsvParts, options: BundleGenerationOptions): JsonMap {
  const found = mapField(base, 'metadata');
  const kept = Object.fromEntries(Object.entries(found).filter(([key]) => key !== 'namespace' && !CLUSTER_METADATA.includes(key)));
  const before = mapField(found, 'annotations');
  const container = options.containerImage ?? stringField(before, 'containerImage');
  const annotations = {
    'capabilities': 'Basic Install',
    ...before,
    ...defined({
      'alm-examples': examples.length > 0 || stringField(before, 'alm-examples') === undefined ? examplesText(examples) : undefined,
      'capabilities': options.capabilities,
      'categories': options.categories?.join(', '),
      'containerImage': container === undefined ? undefined : image(container),
      'createdAt': options.createdAt,
      'olm.skipRange': options.skipRange,
      'operatorframework.io/suggested-namespace': options.suggestedNamespace,
    }),
    ...options.annotations,
  };
  const labels = {
    ...mapField(found, 'labels'),
    ...Object.fromEntries((options.architectures ?? []).map((architecture) => [`operatorframework.io/arch.${architecture}`, 'supported'])),
    ...options.labels,
  };
  return sortedMap({
    ...kept, name: csvNameOf(options), annotations: sortedMap(annotations), labels: Object.keys(labels).length === 0 ? undefined : sortedMap(labels),
  });
}

/** Returns custom resources as the annotation `alm-examples` has them: a JSON list. */
function examplesText(examples: readonly InputObject[]): string {
  return examples.length === 0 ? '[]' : indentedJson(examples.map(({ content }) => content), '');
}

/** Returns JSON as Go's `json.MarshalIndent` writes it, with two spaces. */
function indentedJson(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  const entries = Array.isArray(value) ? value.map((item) => indentedJson(item, inner))
    : typeof value === 'object' && value !== null ? Object.entries(value).filter(([, item]) => item !== undefined).sort(([left], [right]) => compareUtf8(left, right))
      .map(([key, item]) => `${goJson(key)}: ${indentedJson(item, inner)}`) : [];
  if (entries.length === 0) {
    return goJson(value);
  }
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  return `${open}\n${entries.map((entry) => `${inner}${entry}`).join(',\n')}\n${indent}${close}`;
}

function installSpec({ base, deployments, permissions }: CsvParts, options: BundleGenerationOptions, notes: GenerationNotes): JsonMap {
  const before = mapField(mapField(mapField(base, 'spec'), 'install'), 'spec');
  const names = mapListField(before, 'deployments').map((deployment) => stringField(deployment, 'name') ?? '');
  for (const name of missing(names, deployments.map((deployment) => deployment.name), (each) => each)) {
    notes.decide(GenerationNoteCode.BASE, `the base has the Deployment ${quoted(name)}, which is left out, because it is not among the manifests; add it to them, or remove it from the base`);
  }
  const ofBase = (key: 'permissions' | 'clusterPermissions'): JsonMap[] | undefined => {
    const list = basePermissions(key, permissions[key], mapListField(before, key), options.keepPermissions ?? false, notes);
    return list.length === 0 ? undefined : list;
  };
  return defined({
    clusterPermissions: ofBase('clusterPermissions'),
    deployments: deployments.map(({ name, labels, spec }) => ({ ...(Object.keys(labels).length === 0 ? {} : { label: labels }), name, spec })),
    permissions: ofBase('permissions'),
  });
}

function installModes({ base, deployments, permissions, webhooks }: CsvParts, options: BundleGenerationOptions, notes: GenerationNotes): unknown {
  const ofBase = mapListField(mapField(base, 'spec'), 'installModes');
  if (options.installModes === undefined && ofBase.length > 0) {
    return ofBase;
  }
  const supported = options.installModes ?? proposedInstallModes(deployments, permissions, webhooks, notes);
  return Object.values(InstallModeType).map((type) => ({ type, supported: supported.includes(type) }));
}

function imagesOf({ base, deployments, image }: CsvParts, options: BundleGenerationOptions, notes: GenerationNotes): RelatedImage[] {
  const ofBase = mapListField(mapField(base, 'spec'), 'relatedImages').map((related) => ({ name: stringField(related, 'name') ?? '', image: stringField(related, 'image') ?? '' }));
  const given = [...ofBase, ...options.relatedImages ?? []].map((related) => ({ name: related.name, image: image(related.image) }));
  return relatedImages(deployments, given, notes);
}

/** Returns the webhooks of the manifests, and notes those that only the base has. */
function webhookDefinitions({ base, webhooks: { definitions } }: CsvParts, notes: GenerationNotes): JsonMap[] | undefined {
  const isFound = (webhook: JsonMap): boolean => definitions.some((definition) => definition['generateName'] === webhook['generateName'] && definition['type'] === webhook['type']);
  for (const webhook of mapListField(mapField(base, 'spec'), 'webhookdefinitions').filter((candidate) => !isFound(candidate))) {
    notes.decide(GenerationNoteCode.BASE, `the base has the webhook ${quoted(stringField(webhook, 'generateName') ?? '')}, which is left out, because no webhook configuration among the manifests has it; `
      + 'add the configuration and its Service, or remove it from the base');
  }
  return definitions.length === 0 ? undefined : definitions.map(sortedMap);
}

function titleOf(packageName: string): string {
  return packageName.split(/[-.]/).filter((word) => word !== '').map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(' ');
}

/** Returns a map with its keys in the order of their bytes, without those that have no value. */
function sortedMap(map: object): JsonMap {
  return Object.fromEntries(Object.entries(map).filter(([, value]) => value !== undefined).sort(([left], [right]) => compareUtf8(left, right)));
}
