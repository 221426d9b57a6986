import type { KubernetesManifest } from '../kubernetes-manifest';
import type { OlmImages } from '../olm-images';

interface Container {
  readonly image?: string;
  readonly args?: readonly string[];
}

/** The images that the objects of a release name; those that they do not name are left out. */
export function foreignImages(catalogOperator: KubernetesManifest, defaultCatalog: KubernetesManifest | undefined): OlmImages {
  const { image, args = [] } = firstContainer(catalogOperator);
  const catalog = (defaultCatalog?.['spec'] as { image?: string } | undefined)?.image;
  return {
    ...present('olm', image),
    ...present('opm', flag(args, 'opmImage')),
    ...present('configMapServer', flag(args, 'configmapServerImage')),
    ...present('defaultCatalog', catalog),
  };
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
