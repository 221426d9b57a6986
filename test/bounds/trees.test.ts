import type { ToolInput } from '../../lib/formats/manifests/manifest-files';
import { toolInputRemedy } from '../../lib/formats/manifests/manifest-notes';
import { treeChanges } from '../../lib/gitops/tree/tree-changes';
import { changedToolInputs, type TreeFiles, TreeReader } from '../../lib/gitops/tree/tree-content';
import { expectLinear, many, manyTimes } from './growth';

const pod = (index: number, image: string): string => JSON.stringify({
  apiVersion: 'v1', kind: 'Pod', metadata: { name: `p${index}`, namespace: 'd' }, spec: { containers: [{ name: 'c', image }] },
});
const rights = (index: number, side: string): string => [
  { kind: 'Role', metadata: { name: `r${index}`, namespace: 'd' }, rules: [{ apiGroups: [''], resources: [`x${index}${side}`], verbs: ['get'] }] },
  {
    kind: 'RoleBinding', metadata: { name: `r${index}`, namespace: 'd' }, roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: `r${index}` },
    subjects: [{ kind: 'ServiceAccount', name: `a${index}`, namespace: 'd' }],
  },
].map((object) => JSON.stringify({ apiVersion: 'rbac.authorization.k8s.io/v1', ...object })).join('\n---\n');

/** Files of trees, by one of two sides. */
const TREES: { readonly [what: string]: (size: number, side: string) => readonly (readonly [path: string, content: string])[] } = {
  'clusters': (size, side) => many(size, (index) => [`c${index}/m.yaml`, pod(0, `quay.io/x/i:${side}`)]),
  'files': (size, side) => many(size, (index) => [`c/${index}.yaml`, pod(index, `quay.io/x/i:${side}`)]),
  'images': (size, side) => [['c/m.yaml', many(size, (index) => pod(index, `quay.io/x/i${index}:${side}`)).join('\n---\n')]],
  'rights': (size, side) => [['c/m.yaml', many(size, (index) => rights(index, side)).join('\n---\n')]],
};

const kustomization = (folder: string): ToolInput => ({ folder, what: 'a kustomization', command: `kustomize build ${folder}` });

describe('two trees', () => {
  it.each(Object.entries(TREES))('with many %s are compared in linear time', (_what, make) => {
    const files = (size: number, side: string): Map<string, Buffer> => (
      new Map(make(size, side).map(([path, content]) => [path, Buffer.from(content)]))
    );
    expectLinear((size) => [files(size, 'a'), files(size, 'b')] as const, ([before, after]) => treeChanges(before, after, new TreeReader()), 60);
  });

  it('with many kustomizations and changed files are compared in linear time', () => {
    const tree = (size: number, side: string): TreeFiles => ({
      files: new Map(many(size, (index) => [`c/z/x${index}.yaml`, Buffer.from(side)])), unread: new Map(),
      toolInputs: many(size, (index) => kustomization(`/tree/c/k${index}`)),
    });
    const trees = (size: number): [TreeFiles, TreeFiles] => [tree(size, 'a'), tree(size, 'b')];
    expectLinear(trees, manyTimes(([before, after]) => changedToolInputs('/tree', before, after)), 60);
  });
});

describe('changedToolInputs', () => {
  it('lists each folder of a tool in which a file differs', () => {
    const inputs = ['', 'a', 'a/b', 'ab', 'c'].map((folder) => kustomization(`/tree/${folder}`));
    const tree = (content: string): TreeFiles => ({ files: new Map([['a/b/m.yaml', Buffer.from(content)], ['c/m.yaml', Buffer.of()]]), unread: new Map(), toolInputs: inputs });
    expect(changedToolInputs('/tree', tree('1'), tree('2'))).toEqual([0, 1, 2].map((index) => toolInputRemedy(inputs[index]!)));
    expect(changedToolInputs('/tree', tree('1'), tree('1'))).toEqual([]);
  });
});
