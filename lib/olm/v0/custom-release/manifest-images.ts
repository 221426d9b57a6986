import { parseImageReference } from '../../../bundle/oci/image-reference';
import type { KubernetesManifest } from '../../../formats/schema/kubernetes-manifest';
import type { OlmImages } from '../settings/olm-images';

interface Container {
  readonly image?: string;
  readonly args?: readonly string[];
}

/** Returns the images in the manifests of a release, if present. */
export function manifestImages(catalogOperator: KubernetesManifest, defaultCatalog: KubernetesManifest | undefined): OlmImages {
  const { image, args = [] } = firstContainer(catalogOperator);
  const catalog = (defaultCatalog?.['spec'] as { image?: string } | undefined)?.image;
  return {
    ...present('olm', image),
    ...present('opm', flag(args, 'opmImage')),
    ...present('configMapServer', flag(args, 'configmapServerImage')),
    ...present('defaultCatalog', catalog),
  };
}

/** Returns the images anywhere in an object that do not match a condition. */
export function imagesUnless(object: KubernetesManifest, matches: (image: string) => boolean): string[] {
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    if (typeof value === 'string') {
      const image = imageIn(value);
      if (image !== undefined && !matches(image)) {
        found.add(image);
      }
    } else if (typeof value === 'object' && value !== null) {
      Object.values(value).forEach(visit);
    }
  };
  visit(object);
  return [...found];
}

/** Returns the image in a string or in the value of a flag: a reference with a registry, and a tag or digest. */
function imageIn(argument: string): string | undefined {
  const image = argument.replace(/^--?[\w-]+=/, '');
  const { domain = '', tag, digest } = parseImageReference(image) ?? {};
  return domain.includes('.') && (tag ?? digest) !== undefined ? image : undefined;
}

function firstContainer(deployment: KubernetesManifest): Container {
  const spec = deployment['spec'] as { template?: { spec?: { containers?: readonly Container[] } } } | undefined;
  return spec?.template?.spec?.containers?.[0] ?? {};
}

function flag(args: readonly string[], name: string): string | undefined {
  const prefix = new RegExp(`^--?${name}=`);
  return args.find((arg) => prefix.test(arg))?.replace(prefix, '');
}

function present<Name extends string>(name: Name, value: string | undefined): { [key in Name]?: string } {
  return value === undefined ? {} : { [name]: value } as { [key in Name]?: string };
}
