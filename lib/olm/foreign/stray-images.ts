import type { KubernetesManifest } from '../kubernetes-manifest';

/** An image with a registry and a tag or digest: alone, or as the value of a flag. */
const IMAGE = /^(?:-{1,2}[\w-]+=)?([\w-]+(?:\.[\w-]+)+(?::\d+)?\/[\w./-]+(?:@sha256:[0-9a-f]{64}|:\w[\w.-]*))$/;

/** The images that an object names, wherever that is, and that are not as they should be. */
export function strayImages(object: KubernetesManifest, isRight: (image: string) => boolean): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const image = IMAGE.exec(value)?.[1];
      if (image !== undefined && !isRight(image)) {
        found.add(image);
      }
    } else if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(visit);
    }
  };
  visit(object);
  return [...found];
}
