import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { enterCommandFolder } from '../builders/command-folder';
import { runCommandLine } from '../builders/command-line';

const POD = 'apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec: {containers: [{name: a, image: nginx}]}\n';

/** Folders of manifests with other files in them. */
const FOLDERS: { readonly [folder: string]: { readonly [file: string]: string } } = {
  empty: { 'note.txt': '' },
  mixed: {
    'pod.yaml': POD, 'list.yaml': `apiVersion: v1\nkind: List\nitems:\n- ${POD.trimEnd().replaceAll('\n', '\n  ')}\n`, 'array.json': '[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"b"}}]',
    'mkdocs.yml': 'site_name: docs\n', 'values.yaml': 'image: x\n', 'package.json': '{"name":"x"}', '.hidden.yaml': 'a: [', 'node_modules/x/x.yaml': 'a: [',
  },
  malformed: { 'pod.yaml': POD, 'a.yaml': 'a: [1\n', 'b/b.yaml': 'b: {\n' },
  kustomize: { 'kustomization.yaml': 'resources: [pod.yaml]\n', 'pod.yaml': POD },
  chart: { 'Chart.yaml': 'name: x\n', 'values.yaml': 'a: 1\n', 'templates/pod.yaml': '{{ if .Values.a }}\na: [\n{{ end }}\n' },
};

/** Commands that take a folder of manifests, and whether they act on a cluster. */
const COMMANDS: readonly (readonly [name: string, args: (folder: string) => readonly string[], isRefused: boolean])[] = [
  ['images', (folder) => ['images', folder], false],
  ['tree diff', (folder) => ['tree', 'diff', 'empty', folder], false],
  ['tree write', (folder) => ['tree', 'write', folder, 'tree'], true],
  ['wait', (folder) => ['wait', '-f', folder], true],
  ['remove', (folder) => ['remove', '-f', folder], true],
  ['resolve', (folder) => ['resolve', '-f', folder, '--catalog', 'olm/registry=catalog'], true],
];

let leave: () => void;

beforeAll(() => {
  leave = enterCommandFolder();
  for (const [folder, files] of Object.entries(FOLDERS)) {
    for (const [file, content] of Object.entries(files)) {
      mkdirSync(dirname(`${folder}/${file}`), { recursive: true });
      writeFileSync(`${folder}/${file}`, content);
    }
  }
});

afterAll(() => leave());

describe.each(COMMANDS)('%s of a folder of manifests', (name, args, isRefused) => {
  const run = async (folder: string): Promise<{ readonly exitCode: number; readonly output: string }> => {
    const { exitCode, stdout, stderr } = await runCommandLine([...args(folder)]);
    return { exitCode, output: `${stdout}${stderr}`.replace(/\s+/g, ' ') };
  };

  test('does not stop at other YAML', async () => {
    const { output } = await run('mixed');
    // Without a cluster, the commands that need one end after reading.
    expect(output).not.toMatch(/this is not YAML|\.hidden|node_modules/);
    if (!['wait', 'remove'].includes(name)) {
      expect(output).toMatch(/skipped 3 documents that are not Kubernetes objects: .*mkdocs\.yml:1, .*package\.json:1, .*values\.yaml:1/);
    }
  });

  test('names every file that cannot be read', async () => {
    const { exitCode, output } = await run('malformed');
    expect(output).toMatch(/a\.yaml:\d:\d+: this is not YAML.*b\/b\.yaml:\d:\d+: this is not YAML/);
    expect(exitCode).toBe(isRefused ? 4 : name === 'images' ? 0 : 1);
  });

  test.each([['kustomize', 'kustomize build kustomize'], ['chart', 'helm template chart']])('has the command to run for a folder of %s', async (folder, command) => {
    const { exitCode, output } = await run(folder);
    expect(output).toContain(command);
    expect(output).not.toContain('this is not YAML');
    expect(exitCode).toBe(isRefused ? 4 : name === 'images' ? 0 : 1);
  });
});
