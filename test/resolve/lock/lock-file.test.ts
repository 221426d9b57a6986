import fc from 'fast-check';
import { LockError, OperatorLockFile } from '../../../lib/resolve';
import { type LockContent, sortedLock } from '../../../lib/resolve/lock/lock-content';
import { printLock, readLock } from '../../../lib/resolve/lock/lock-format';
import { anyCharacter } from '../../builders/any-character';

const DIGEST = `sha256:${'a'.repeat(64)}`;

const LOCK = `# What the operators of this app are locked to. Made by \`olm-constructs lock\`; only waivers are written by hand.
lockVersion: 1
catalogs:
  - name: hub
    namespace: olm
    image: quay.io/example/hub:1
    digest: ${DIGEST}
operators:
  - namespace: shop
    package: cache
    version: 1.2.0
    csv: cache.v1.2.0
    channel: stable
    catalog: hub
    catalogNamespace: olm
    bundle: ${DIGEST}
    requiredBy:
      - shop.v1.0.0
    waivers:
      - rule: field-removed
        field: caches.example.test/v1/spec.size
        reason: no object sets it

  - namespace: shop
    package: shop
    version: 1.0.0
    csv: shop.v1.0.0
    channel: stable
    catalog: hub
    catalogNamespace: olm
    subscription: shop
`;

describe('a lock file', () => {
  it('has a block for each operator', () => {
    const file = OperatorLockFile.fromString(LOCK);

    expect(file.catalogs).toEqual([{ name: 'hub', namespace: 'olm', image: 'quay.io/example/hub:1', digest: DIGEST }]);
    expect(file.operators.map(({ csv }) => csv)).toEqual(['cache.v1.2.0', 'shop.v1.0.0']);
    expect(file.tryFindOperator('shop', 'cache')).toEqual({
      namespace: 'shop', packageName: 'cache', version: '1.2.0', csv: 'cache.v1.2.0', channel: 'stable', catalog: 'hub', catalogNamespace: 'olm', bundle: DIGEST,
      requiredBy: ['shop.v1.0.0'], waivers: [{ rule: 'field-removed', field: 'caches.example.test/v1/spec.size', reason: 'no object sets it' }],
    });
    expect(file.tryFindOperator('shop', 'other')).toBeUndefined();
  });

  it('is printed with the same bytes', () => {
    expect(OperatorLockFile.fromString(LOCK).toYaml()).toBe(LOCK);
  });

  it('may be in any order, and is printed sorted', () => {
    const blocks = LOCK.split('\n\n');
    const [head, first] = blocks[0]!.split('operators:\n');
    const swapped = `${head}operators:\n${blocks[1]!}\n${first!}\n`;

    expect(swapped).not.toBe(LOCK);
    expect(OperatorLockFile.fromString(swapped).toYaml()).toBe(LOCK);
  });

  it('may be empty', () => {
    const empty = OperatorLockFile.fromString('lockVersion: 1\ncatalogs: []\noperators: []\n');
    expect(OperatorLockFile.fromString(empty.toYaml()).operators).toEqual([]);
  });

  it('is read as it was printed, whatever the strings in it', () => {
    const text = fc.string({ unit: anyCharacter, minLength: 1, maxLength: 12 }).filter((value) => value.trim() !== '' && !/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/.test(value));
    const operator = fc.record({
      namespace: fc.constantFrom('a', 'b', 'null', '1'), packageName: text, version: text, csv: text, channel: text, catalog: fc.constant('hub'),
      catalogNamespace: fc.constant('olm'), subscription: text, requiredBy: fc.constant<string[]>([]),
      waivers: fc.uniqueArray(fc.record({ rule: fc.constantFrom('type', 'right-gained', 'not-checked'), field: text, reason: text }), {
        maxLength: 2, selector: ({ rule, field }) => `${rule} ${field}`,
      }),
    });
    fc.assert(fc.property(fc.uniqueArray(operator, { selector: (found) => `${found.namespace}/${found.packageName}`, maxLength: 5 }), (operators) => {
      const content: LockContent = sortedLock({ catalogs: [{ name: 'hub', namespace: 'olm' }], operators });
      const printed = printLock(content);
      expect(readLock(printed, 'lock')).toEqual(content);
      expect(printLock(readLock(printed, 'lock'))).toBe(printed);
    }));
  });
});

describe('a lock file with problems', () => {
  const bad = (change: (text: string) => string): string => {
    try {
      OperatorLockFile.fromString(change(LOCK));
    } catch (error) {
      expect(error).toBeInstanceOf(LockError);
      return (error as Error).message;
    }
    throw new Error('no error');
  };
  const MADE = 'the file is created by `olm-constructs lock`: restore it from version control, or delete it and run that command';

  it.each<[string, (text: string) => string, string]>([
    ['of a later version', (text) => text.replace('lockVersion: 1', 'lockVersion: 2'),
      'olm.lock.yaml:2: lockVersion is 2, and this version of olm-constructs reads 1; install the version of olm-constructs that made the file, or a later one'],
    ['without a version', (text) => text.replace('lockVersion: 1\n', ''), `olm.lock.yaml:2: lockVersion must be 1, got nothing; ${MADE}`],
    ['that is a list', () => '- a\n', `olm.lock.yaml:1: a lock file must be a map with lockVersion, catalogs and operators, got a list; ${MADE}`],
    ['that is empty', () => '', `olm.lock.yaml:1: a lock file must be a map with lockVersion, catalogs and operators, got nothing; ${MADE}`],
    ['that is not YAML', (text) => text.replace('lockVersion: 1', 'lockVersion: [1'), `; ${MADE}`],
    ['with conflict markers', (text) => text.replace('    version: 1.2.0\n', '<<<<<<< HEAD\n    version: 1.2.0\n=======\n    version: 1.3.0\n>>>>>>> branch\n'),
      'olm.lock.yaml:11: 1 unresolved merge conflict; in each, keep the block of one side and delete the lines with <<<<<<<, ======= and >>>>>>>, then run '
      + '`olm-constructs lock`'],
    ['with an unknown key', (text) => text.replace('    version: 1.2.0\n', '    version: 1.2.0\n    verison: 1.3.0\n'),
      "olm.lock.yaml:12: unknown key 'verison' in operators[0]; known keys: 11, and the nearest is 'version'; remove it"],
    ['with a wrong type', (text) => text.replace('    version: 1.2.0\n', '    version: 1.2\n'),
      `olm.lock.yaml:11: operators[0].version must be a string that is not empty, got the number 1.2; ${MADE}`],
    ['with a missing key', (text) => text.replace('    csv: cache.v1.2.0\n', ''), `olm.lock.yaml:9: operators[0].csv is missing; ${MADE}`],
    ['with another digest', (text) => text.replace(`digest: ${DIGEST}`, 'digest: sha256:abc'),
      `olm.lock.yaml:7: catalogs[0].digest must be a digest such as sha256:… with 64 hexadecimal digits, got the string "sha256:abc"; ${MADE}`],
    ['with a waiver without a reason', (text) => text.replace('reason: no object sets it', "reason: ' '"),
      "olm.lock.yaml:22: the waiver for 'field-removed' of 'caches.example.test/v1/spec.size' has no reason; set `reason` to why the change is acceptable"],
    ['with a waiver that has only the key of a reason', (text) => text.replace('reason: no object sets it', 'reason:'),
      "olm.lock.yaml:22: the waiver for 'field-removed' of 'caches.example.test/v1/spec.size' has no reason; set `reason` to why the change is acceptable"],
    ['with a waiver that lacks the reason', (text) => text.replace('        reason: no object sets it\n', ''),
      "olm.lock.yaml:20: the waiver for 'field-removed' of 'caches.example.test/v1/spec.size' has no reason; set `reason` to why the change is acceptable"],
    ['with a waiver for an unknown rule', (text) => text.replace('field-removed', 'field-removd'),
      "olm.lock.yaml:20: unknown rule 'field-removd' in a waiver; rules: 29, and the nearest are 'field-removed', 'field-added', 'limit-removed'"],
    ['with a waiver twice', (text) => text.replace('    waivers:\n', '    waivers:\n      - {rule: field-removed, field: caches.example.test/v1/spec.size, reason: a, version: 1.2.0}\n'),
      "olm.lock.yaml:21: the waiver for 'field-removed' of 'caches.example.test/v1/spec.size' occurs twice; remove one of the two"],
    ['with waivers of no operator', (text) => `${text}waivers:\n  - {rule: type, field: a, reason: b, operator: shop/other}\n`,
      "olm.lock.yaml:32: unknown key 'waivers' in the lock file; known keys: 'lockVersion', 'catalogs', 'operators'; remove it"],
    ['with a block twice', (text) => text + text.slice(text.lastIndexOf('  - namespace')),
      "olm.lock.yaml:32: operator 'shop/shop' has two blocks; keep the correct one, and run `olm-constructs lock`"],
    ['with a catalog that does not exist', (text) => text.replaceAll('catalogNamespace: olm', 'catalogNamespace: demo'),
      "olm.lock.yaml:14: operator 'shop/cache' comes from the catalog 'demo/hub', which is not in `catalogs`; run `olm-constructs lock`"],
    ['with a dependency of nothing', (text) => text.replace('- shop.v1.0.0', '- shop.v0.9.0'),
      "olm.lock.yaml:17: operator 'shop/cache' is required by 'shop.v0.9.0', which is not locked in namespace 'shop'; run `olm-constructs lock`"],
    ['with an operator that nothing requires', (text) => text.replace('    subscription: shop\n', ''),
      "olm.lock.yaml:24: operator 'shop/shop' has neither `subscription` nor `requiredBy`, so nothing requests it; run `olm-constructs lock`"],
  ])('%s', (_, change, message) => {
    expect(bad(change)).toContain(message);
  });

  it('has all of them in its message', () => {
    const message = bad((text) => text.replace('    version: 1.2.0\n', '').replace('    csv: shop.v1.0.0\n', '    csv: []\n'));
    expect(message.split('\n')).toEqual([expect.stringContaining('operators[0].version is missing'), expect.stringContaining('operators[1].csv must be')]);
  });

  it('that does not exist', () => {
    expect(() => OperatorLockFile.fromFile('/nowhere/olm.lock.yaml')).toThrow(
      '/nowhere/olm.lock.yaml: the lock file does not exist; run `olm-constructs lock` in the folder of the app, and commit the file',
    );
  });
});

describe('changes between lock files', () => {
  it('name the blocks and fields', () => {
    const before = OperatorLockFile.fromString(LOCK);
    const after = OperatorLockFile.fromString(LOCK.replace('version: 1.0.0', 'version: 1.1.0').replace(/ {2}- namespace: shop\n {4}package: cache[^]*?\n\n/, ''));

    expect(before.changesTo(after)).toEqual([
      { kind: 'removed', subject: 'operator shop/cache', fields: [
        { field: 'version', before: '1.2.0', after: '' }, { field: 'channel', before: 'stable', after: '' }, { field: 'requiredBy', before: 'shop.v1.0.0', after: '' },
      ] },
      { kind: 'changed', subject: 'operator shop/shop', fields: [{ field: 'version', before: '1.0.0', after: '1.1.0' }] },
    ]);
    expect(before.changesTo(before)).toEqual([]);
  });
});
