import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManifestTree, ManifestTreeDiff } from '../../../lib/gitops';
import { writeFiles } from '../../../lib/formats/output/write-files';
import { textProblems } from '../../fuzz/output-problems';

/** Names that files may have on Linux. */
const NAMES = ['x\u001b[31mred\u0007', 'x\n::error::INJECTED\nINJECTED', 'x\u202egnp', 'x\u200by', '::error::x', 'x ##[error]y', 'x ##vso[task.complete]y'];

const CONFIG_MAP = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'olm-constructs-names-'));
  ['from', 'to', 'other'].forEach((name) => mkdirSync(join(folder, name)));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Returns the message of an error, or what the function returns. */
function messageOf(run: () => unknown): string {
  try {
    return String(run());
  } catch (error) {
    return (error as Error).message;
  }
}

describe.each(NAMES)('the name %j of a file', (name) => {
  const write = (path: string, content: string): void => writeFileSync(join(folder, path), content);

  it('has no effect in errors of a tree that cannot be read', () => {
    write(`from/${name}.yaml`, 'a: [\n');
    expect(textProblems(messageOf(() => ManifestTree.ofFolder(join(folder, 'from'))))).toEqual([]);
    write(`from/${name}-2.yaml`, 'b: [\n');
    const message = messageOf(() => ManifestTree.ofFolder(join(folder, 'from')));
    expect([textProblems(message), message.split('\n').length]).toEqual([[], 3]);
  });

  it('has no effect in errors of a tree that cannot be written', () => {
    write(`from/${name}.yaml`, CONFIG_MAP);
    write(`to/${name}.yaml`, 'mine');
    expect(textProblems(messageOf(() => ManifestTree.ofFolder(join(folder, 'from')).write(join(folder, 'to'))))).toEqual([]);
    mkdirSync(join(folder, `other/${name}.yaml`));
    expect(textProblems(messageOf(() => ManifestTree.ofFolder(join(folder, 'from')).write(join(folder, 'other'))))).toEqual([]);
  });

  it('has no effect in the difference of trees', () => {
    write(`from/${name}.yaml`, CONFIG_MAP);
    write(`to/${name}.yaml`, 'a: [\n');
    const diff = ManifestTreeDiff.between(join(folder, 'from'), join(folder, 'to'));
    expect([...textProblems(diff.toText()), ...textProblems(diff.toMarkdown())]).toEqual([]);
  });

  it('has no effect in errors of the function that writes files', () => {
    const target = join(folder, name);
    mkdirSync(target);
    mkdirSync(join(target, 'a'));
    expect(textProblems(messageOf(() => writeFiles(target, new Map([['a', '']]))))).toEqual([]);
    write(`${name}.file`, '');
    expect(textProblems(messageOf(() => writeFiles(`${target}.file`, new Map([['a', '']]))))).toEqual([]);
    expect(textProblems(messageOf(() => writeFiles(`${target}.file/b`, new Map([['a', '']]))))).toEqual([]);
  });
});
