import type { CompleteReleaseSettings } from './complete-settings';

/** Registries that a cluster without a way to the Internet does not reach. A reference without any is Docker Hub's. */
const PUBLIC_REGISTRIES: readonly string[] = [
  'docker.io',
  'gcr.io',
  'ghcr.io',
  'index.docker.io',
  'k8s.gcr.io',
  'mcr.microsoft.com',
  'public.ecr.aws',
  'quay.io',
  'registry.access.redhat.com',
  'registry.connect.redhat.com',
  'registry.k8s.io',
  'registry.redhat.io',
];

/**
 * Makes sure that the objects name no image of a public registry.
 *
 * @throws with all images that are to be had from the Internet only
 */
export function checkAirGap({ version, images, defaultCatalog }: CompleteReleaseSettings): void {
  const used = Object.entries(images).filter(([name]) => defaultCatalog !== undefined || name !== 'defaultCatalog') as [string, string][];
  const unreachable = used.filter(([, image]) => isPublic(image)).map(([name, image]) => `images.${name} "${image}"`);
  if (unreachable.length > 0) {
    throw new Error(`OLM ${version.version} has images of public registries, and airGapped is set: ${unreachable.join(', ')}; give a "registryMirror", or each of them `
      + 'in "images"; where the nodes themselves replace public registries by mirrors, leave airGapped out and set "defaultCatalog" to DefaultCatalog.none()');
  }
}

function isPublic(image: string): boolean {
  const registry = image.slice(0, Math.max(image.indexOf('/'), 0));
  const isRegistry = /[.:]/.test(registry) || registry === 'localhost';
  return !isRegistry || PUBLIC_REGISTRIES.includes(registry);
}
