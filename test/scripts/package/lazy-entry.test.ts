import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { compileFunction } from 'node:vm';
import { lazyEntry } from '../../../scripts/package/lazy-entry';

const ROOT = resolve(__dirname, '../../..');

type Exports = Record<string, unknown>;

/** Modules that an entry re-exports. */
const SHAPES = {
  'shapes/circle': 'export class Circle {}\nexport interface CircleProps { readonly radius: number }',
  'shapes/square': 'export enum Square { SMALL }\nexport type Side = number;',
  'shapes': "export * from './shapes/circle';\nexport { Square as Box, Side } from './shapes/square';",
};

/** Returns the exports of code in the form of CommonJS. */
function run(code: string, load: (module: string) => unknown): Exports {
  const exports: Exports = {};
  (compileFunction(code, ['exports', 'require']) as (exports: Exports, load: (module: string) => unknown) => void)(exports, load);
  return exports;
}

describe('lazyEntry', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'olm-constructs-lazy-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function write(name: string, content: string): string {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    return file;
  }

  /** Makes an entry of these modules. At run time, stand-ins are loaded in their place, and recorded. */
  function entryOf(code: string): { exports: Exports; loaded: string[] } {
    Object.entries(SHAPES).forEach(([name, content]) => write(`${name}.ts`, content));
    const loaded: string[] = [];
    const exports = run(lazyEntry(write('index.ts', code)), (module) => {
      loaded.push(module);
      return { Circle: 'the circle', Square: 'the square' };
    });
    return { exports, loaded };
  }

  it('loads a module once, when one of its names is first used', () => {
    const { exports, loaded } = entryOf("export * from './shapes/circle';\nexport * from './shapes/square';");
    expect(loaded).toEqual([]);
    expect([exports['Circle'], exports['Circle']]).toEqual(['the circle', 'the circle']);
    expect(loaded).toEqual(['./shapes/circle']);
  });

  it('has what exists at run time, under the exported name, from the module that declares it', () => {
    const { exports, loaded } = entryOf("export * from './shapes';\nexport type { Circle as Round } from './shapes/circle';");
    expect(Object.keys(exports).sort()).toEqual(['Box', 'Circle']);
    expect(exports['Box']).toBe('the square');
    expect(loaded).toEqual(['./shapes/square']);
  });

  it('exports a whole module', () => {
    const { exports, loaded } = entryOf("export * as shapes from './shapes';");
    expect(loaded).toEqual([]);
    expect(exports['shapes']).toMatchObject({ Circle: 'the circle' });
    expect(loaded).toEqual(['./shapes']);
  });

  it('refuses an entry that does something else', () => {
    const file = write('index.ts', "import './peers';\nexport * from './shapes';");
    expect(() => lazyEntry(file)).toThrow(`${file}: only re-exports can be loaded lazily, and not \`import './peers';\``);
  });

  it.each(['lib/index.ts', 'lib/data.ts'])('gives %s the names that the compiler gives it', (entry) => {
    const source = join(ROOT, entry);
    const exports = run(lazyEntry(source), (module) => jest.requireActual(join(dirname(source), module)));

    // swc, which compiles the tests, also exports the names of interfaces, without a value.
    const compiled = Object.entries(jest.requireActual<Exports>(source)).filter(([, value]) => value !== undefined);
    expect(Object.keys(exports).sort()).toEqual(compiled.map(([name]) => name).sort());
    expect(compiled.filter(([name, value]) => exports[name] !== value)).toEqual([]);
  });
});
