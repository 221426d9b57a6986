import { readdirSync, readFileSync, rmSync, truncateSync } from 'node:fs';
import * as path from 'node:path';
import { bundlesToServe, SynthesizedRegistry, synthesizeRegistry } from './acceptance/registry-files';
import { Synthesizer } from './acceptance/synthesize';
import { foundProgram } from './programs/found-program';
import { mountInitContainer, pathIn, podSpecOf, runInitContainer } from './registry/init-container';

const synthesizer = new Synthesizer();
afterAll(() => synthesizer.close());

/** Shells that stand for the image's busybox. */
const SHELLS: [title: string, shell: string[]][] = [
  ['sh', ['sh']],
  ...(foundProgram('busybox') === undefined ? [] : [['busybox sh', ['busybox', 'sh']] as [string, string[]]]),
];

describe.each(bundlesToServe())('a registry of %s', (_, bundles) => {
  let registry: SynthesizedRegistry;
  let root: string;

  beforeAll(() => {
    registry = synthesizeRegistry(synthesizer, bundles());
  });
  beforeEach(() => {
    root = synthesizer.folder();
    mountInitContainer(registry.objects, root);
  });

  /** The files that the pod's own container is given to serve, by name. */
  function served(): [string, string][] {
    const folder = pathIn(root, podSpecOf(registry.objects).containers[0]?.args?.[1] ?? '');
    return readdirSync(folder).map(name => [name, readFileSync(path.join(folder, name), 'utf8')]);
  }

  /** The parts as the init container finds them, by path. */
  function parts(): string[] {
    const { initContainers, volumes } = podSpecOf(registry.objects);
    const volume = volumes.find(({ projected }) => projected !== undefined)?.name;
    const mount = initContainers[0]?.volumeMounts.find(({ name }) => name === volume);
    const folder = pathIn(root, mount?.mountPath ?? '');
    return readdirSync(folder).filter(name => !name.startsWith('.')).sort().map(name => path.join(folder, name));
  }

  it.each(SHELLS)('is unpacked by its init container byte for byte, in %s', (__, shell) => {
    expect(runInitContainer(registry.objects, root, shell)).toEqual({ exitCode: 0, stderr: '' });
    expect(served()).toEqual([[expect.stringMatching(/\.json$/), registry.catalog]]);
  });

  it.each(SHELLS)('is not served when a part is missing, in %s', (__, shell) => {
    rmSync(parts().at(-1) ?? '');
    expect(runInitContainer(registry.objects, root, shell).exitCode).not.toBe(0);
  });

  it.each(SHELLS)('is not served when a part is cut off, in %s', (__, shell) => {
    truncateSync(parts()[0] ?? '', 100);
    expect(runInitContainer(registry.objects, root, shell).exitCode).not.toBe(0);
  });
});
