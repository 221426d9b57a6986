import { KubernetesObject } from './kubernetes-object';
import { fieldAt, JsonMap, mapListField, stringField } from '../../../formats/json/json-value';

/** Image of a container that differs from that in the install strategy. */
export interface OutdatedImage {
  readonly container: string;
  /** Image that the Deployment runs, or undefined if it lacks the container. */
  readonly image: string | undefined;
  /** Image in the install strategy. */
  readonly wanted: string;
}

/** Returns the names of the Deployments in the install strategy of a ClusterServiceVersion. */
export function deploymentNames(csv: KubernetesObject | undefined): string[] {
  return strategyDeployments(csv).map((deployment) => stringField(deployment, 'name')).filter((name) => name !== undefined);
}

/**
 * Returns the first image in which a Deployment differs from the install strategy of its ClusterServiceVersion, because OLM has not updated it yet.
 */
export function outdatedImage(deployment: KubernetesObject, csv: KubernetesObject): OutdatedImage | undefined {
  const strategy = strategyDeployments(csv).find((found) => stringField(found, 'name') === deployment.metadata.name);
  const running = new Map(images(deployment.spec).map(({ container, image }) => [container, image]));
  return images(fieldAt(strategy, 'spec'))
    .map(({ container, image }): OutdatedImage => ({ container, image: running.get(container), wanted: image }))
    .find(({ image, wanted }) => image === undefined || !isSameContent(image, wanted));
}

/**
 * Whether two references may refer to the same content, according to their digests or otherwise their tags. The registry is ignored, and an expected
 * tag matches any image with only a digest: admission webhooks rewrite the images of Deployments to those of a mirror or to digests, which OLM
 * accepts.
 */
function isSameContent(image: string, wanted: string): boolean {
  const [found, expected] = [contentOf(image), contentOf(wanted)];
  if (expected.digest !== undefined) {
    return found.digest === expected.digest;
  }
  return found.tag === expected.tag || (found.tag === undefined && found.digest !== undefined);
}

function contentOf(image: string): { readonly tag: string | undefined; readonly digest: string | undefined } {
  const [name = '', digest] = image.split('@');
  const tag = /:([^:/]+)$/.exec(name)?.[1];
  return { digest, tag: tag ?? (digest === undefined ? 'latest' : undefined) };
}

function images(spec: unknown): { readonly container: string; readonly image: string }[] {
  return mapListField(fieldAt(spec, 'template', 'spec'), 'containers')
    .map((container) => ({ container: stringField(container, 'name') ?? '', image: stringField(container, 'image') ?? '' }));
}

function strategyDeployments(csv: KubernetesObject | undefined): JsonMap[] {
  return mapListField(fieldAt(csv?.spec, 'install', 'spec'), 'deployments');
}
