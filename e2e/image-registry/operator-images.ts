import { Bundle, Catalog } from 'olm-constructs';
import { tarOfFiles } from '../../test/builders/tar-archive';
import { ImageRegistry } from './image-registry';
import { pushImage } from './push-image';

const CONFIGS_LABEL = 'operators.operatorframework.io.index.configs.v1';

/** Pushes the images of bundles and of a catalog of them, and returns the reference of the catalog's image at the host that clusters pull from. */
export async function pushCatalog(registry: ImageRegistry, host: string, name: string, bundles: readonly Bundle[]): Promise<string> {
  const images: Record<string, string> = {};
  for (const bundle of bundles) {
    images[bundle.name] = `${host}/${name}/bundles@${await pushBundle(registry, `${name}/bundles`, bundle)}`;
  }
  const layers = [tarOfFiles({ 'configs/catalog.json': Catalog.fromBundles([...bundles], { images }).toJsonLines() })];
  return `${host}/${name}/catalog@${await pushImage(registry, `${name}/catalog`, 'latest', { layers, labels: { [CONFIGS_LABEL]: '/configs' } })}`;
}

function pushBundle(registry: ImageRegistry, repository: string, { manifests, annotations, dependencies, version }: Bundle): Promise<string> {
  const files = {
    ...Object.fromEntries(manifests.map(manifest => [manifest.file, manifest.toJson()])),
    'metadata/annotations.yaml': JSON.stringify({ annotations }),
    'metadata/dependencies.yaml': JSON.stringify({ dependencies }),
  };
  return pushImage(registry, repository, `v${version}`, { layers: [tarOfFiles(files)], labels: annotations });
}
