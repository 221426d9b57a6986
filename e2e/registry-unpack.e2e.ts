import { readdirSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import * as path from 'node:path';
import { CatalogToServe, catalogsToServe, realCatalogsToServe } from './acceptance/catalogs-to-serve';
import { SynthesizedRegistry, synthesizeRegistry } from './acceptance/registry-files';
import { Synthesizer } from './acceptance/synthesize';
import { neededProgram } from './programs/found-program';
import { mountInitContainer, pathIn, podSpecOf, runInitContainer } from './registry/init-container';
import { DEFAULT_MAX_PART_BYTES } from '../lib/catalog/pack';
import { SAMPLES } from '../test/catalog/sample-bundles';
import { describeWith, itWith, Needed } from '../test/needed';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** Shells that stand in for the image's busybox. */
const SHELLS: readonly { readonly title: string; readonly shell: string[]; readonly needed: Needed<string> }[] = [
  { title: 'sh', shell: ['sh'], needed: neededProgram('sh') },
  { title: 'busybox sh', shell: ['busybox', 'sh'], needed: neededProgram('busybox') },
];

describe.each(catalogsToServe())('a registry of $title', testsOf);
describeWith(SAMPLES).each(realCatalogsToServe())('a registry of $title', testsOf);

function testsOf({ content, packedBytes: [least, most] }: CatalogToServe): void {
  let registry: SynthesizedRegistry;
  let root: string;

  beforeAll(() => {
    registry = synthesizeRegistry(synthesizer, content(synthesizer.folder()));
  });
  beforeEach(() => {
    root = synthesizer.folder();
    mountInitContainer(registry.objects, root);
  });

  /** Files that the pod's main container serves, by name. */
  function served(): [string, string][] {
    const folder = pathIn(root, podSpecOf(registry.objects).containers[0]?.args?.[1] ?? '');
    return readdirSync(folder).map(name => [name, readFileSync(path.join(folder, name), 'utf8')]);
  }

  /** The parts as the init container mounts them, by path. */
  function parts(): string[] {
    const { initContainers, volumes } = podSpecOf(registry.objects);
    const volume = volumes.find(({ projected }) => projected !== undefined)?.name;
    const mount = initContainers[0]?.volumeMounts.find(({ name }) => name === volume);
    const folder = pathIn(root, mount?.mountPath ?? '');
    return readdirSync(folder).filter(name => !name.startsWith('.')).sort().map(name => path.join(folder, name));
  }

  it('has the expected size, in full parts except for the last one', () => {
    const sizes = parts().map(part => statSync(part).size);
    const bytes = sizes.reduce((sum, size) => sum + size);
    expect({ bytes, least: bytes >= least, most: bytes <= most }).toEqual({ bytes, least: true, most: true });
    expect(sizes.slice(0, -1).filter(size => size !== DEFAULT_MAX_PART_BYTES)).toEqual([]);
  });

  for (const { title, shell, needed } of SHELLS) {
    itWith(needed)(`is unpacked by its init container byte for byte, in ${title}`, () => {
      expect(runInitContainer(registry.objects, root, shell)).toEqual({ exitCode: 0, stderr: '' });
      expect(served()).toEqual([[expect.stringMatching(/\.json$/), registry.catalog._toServableJsonLines()]]);
    });

    itWith(needed)(`is not served if a part is missing, in ${title}`, () => {
      rmSync(parts().at(-1) ?? '');
      expect(runInitContainer(registry.objects, root, shell).exitCode).not.toBe(0);
    });

    itWith(needed)(`is not served if a part is truncated, in ${title}`, () => {
      const [first = ''] = parts();
      truncateSync(first, Math.floor(statSync(first).size / 2));
      expect(runInitContainer(registry.objects, root, shell).exitCode).not.toBe(0);
    });
  }
}
