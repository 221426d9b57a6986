import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LazyModules, Packaging } from '../../builders/lazy-modules';

/** Modules that the tests import. */
const SHAPES: { readonly [path: string]: string } = {
  circle: 'export class Circle { area(): number { return 3; } }\nexport interface CircleProps { readonly radius: number }',
  square: 'export enum Square { SMALL }\nexport const SIDE = 2;',
  greet: 'export default function greet(): string { return "hello"; }',
  counter: 'export let count = 0;\nexport function increase(): void { count += 1; }',
};

function modules(sources: { readonly [path: string]: string }, packaging = Packaging.PACKAGE): LazyModules {
  return new LazyModules(path => ({ ...SHAPES, ...sources })[path], undefined, packaging);
}

/** Returns the code of one module in the package. */
function lazy(source: string): string {
  return modules({ module: source }).lazyCode('module');
}

describe.each([
  ['in the package', Packaging.PACKAGE],
  ['in the single file', Packaging.SINGLE_FILE],
])('an import %s', (_where, packaging) => {
  it('is loaded when one of its names is first used', () => {
    const program = modules({ main: "import { Circle } from './circle';\nexport function area(): number { return new Circle().area(); }" }, packaging);
    const { area } = program.load('main') as { area: () => number };
    expect(program.loaded).toEqual(['main']);
    expect([area(), area()]).toEqual([3, 3]);
    expect(program.loaded).toEqual(['main', 'circle']);
  });

  it('is loaded with the module that needs it, in the order of the uses', () => {
    const program = modules({
      main: "import { SIDE } from './square';\nimport { Circle } from './circle';\nexport class Disc extends Circle {}\nexport const sides = 2 * SIDE;",
    }, packaging);
    const { Disc, sides } = program.load('main') as { Disc: new () => { area(): number }; sides: number };
    expect(new Disc().area()).toBe(3);
    expect(sides).toBe(4);
    expect(program.loaded).toEqual(['main', 'circle', 'square']);
  });

  it('for its side effects is loaded at once, at its place', () => {
    const program = modules({ main: "import { Circle } from './circle';\nimport './square';\nimport './counter';\nexport const made = new Circle();" }, packaging);
    program.load('main');
    expect(program.loaded).toEqual(['main', 'square', 'counter', 'circle']);
  });

  it('can be of a package', () => {
    const program = new LazyModules(() => "import { parse } from 'yaml';\nexport const read = (): unknown => parse('a');", () => ({ parse: (text: string) => text }), packaging);
    const { read } = program.load('main') as { read: () => unknown };
    expect(program.loaded).toEqual(['main']);
    expect(read()).toBe('a');
    expect(program.loaded).toEqual(['main', 'yaml']);
  });

  it.each([
    ['a default export', "import greet from './greet';\nexport const result = (): unknown => greet();", 'hello'],
    ['a whole module', "import * as square from './square';\nexport const result = (): unknown => square.SIDE;", 2],
    ['a whole module as a value', "import * as square from './square';\nexport const result = (): unknown => Object.keys(square).includes('SIDE');", true],
    ['a field of the same name', "import * as square from './square';\nexport const result = (): unknown => ({ square }).square.SIDE;", 2],
    ['a class of a whole module', "import * as c from './circle';\nexport const result = (): unknown => new c.Circle().area();", 3],
    ['a class by its name', "import * as c from './circle';\nexport const result = (): unknown => new c['Circle']().area();", 3],
    ['an optional access', "import * as square from './square';\nexport const result = (): unknown => square?.SIDE;", 2],
    ['a template', "import { SIDE } from './square';\nexport const result = (): unknown => `${SIDE}`;", '2'],
  ])('can be used as %s', (_, main, expected) => {
    const program = modules({ main }, packaging);
    const { result } = program.load('main') as { result: () => unknown };
    expect(program.loaded).toEqual(['main']);
    expect(result()).toBe(expected);
  });

  it('shows the current value of what it exports', () => {
    const program = modules({ main: "import { count, increase } from './counter';\nexport const next = (): number => { increase(); return count; };" }, packaging);
    const { next } = program.load('main') as { next: () => number };
    expect([next(), next()]).toEqual([1, 2]);
  });

  it('is not mistaken for other things with its name', () => {
    const program = modules({
      main: `import * as square from './square';
        class Corner { square = 5; size(): number { return this.square; } }
        export const result = (): unknown => [{ square: 1 }.square, new Corner().size(), square.SIDE];`,
    }, packaging);
    expect((program.load('main') as { result: () => unknown }).result()).toEqual([1, 5, 2]);
  });

  it('is loaded at once if the file has a parameter or variable with its name', () => {
    const program = modules({ main: "import * as square from './square';\nexport const result = (square: number): number => square;\nexport const side = square.SIDE;" }, packaging);
    const { result, side } = program.load('main') as { result: (square: number) => number; side: number };
    expect([result(7), side]).toEqual([7, 2]);
  });

  it('may be circular, as long as no name is needed before it exists', () => {
    const program = modules({
      even: "import { isOdd } from './odd';\nexport const isEven = (n: number): boolean => n === 0 || isOdd(n - 1);",
      odd: "import { isEven } from './even';\nexport const isOdd = (n: number): boolean => n !== 0 && isEven(n - 1);",
    }, packaging);
    expect((program.load('even') as { isEven: (n: number) => boolean }).isEven(7)).toBe(false);
  });
});

describe('a re-export', () => {
  it.each([
    ['of names', "export { Circle, Circle as Round } from './circle';", ['Circle', 'Round']],
    ['of everything', "export * from './circle';", ['Circle']],
    ['of everything that another one re-exports', "export * from './all';", ['Circle', 'SIDE', 'Square']],
    ['of an imported name', "import { Circle } from './circle';\nexport { Circle };", ['Circle']],
    ['as a constant', "import { Circle as C } from './circle';\nexport const Circle = C;", ['Circle']],
    ['of a whole module', "export * as circle from './circle';", ['circle']],
    ['of an imported module', "import * as circle from './circle';\nexport { circle };", ['circle']],
    ['of a default export', "export { default as greet } from './greet';", ['greet']],
  ])('%s is loaded when it is read', (_, main, names) => {
    const program = modules({ main, all: "export * from './circle';\nexport * from './square';" });
    const exports = program.load('main');
    expect(program.loaded).toEqual(['main']);
    expect(Object.keys(exports).sort()).toEqual(names);
    names.forEach(name => expect(exports[name]).toBeDefined());
    expect(program.loaded).not.toEqual(['main']);
  });

  it('of everything leaves out the default export, and what the module exports itself', () => {
    const exports = modules({ main: "export * from './greet';\nexport * from './square';\nexport const SIDE = 9;" }).load('main');
    expect(exports).toEqual({ Square: { 0: 'SMALL', SMALL: 0 }, SIDE: 9 });
  });

  it('shows the current value', () => {
    const exports = modules({ main: "export * from './counter';" }).load('main') as { count: number; increase: () => void };
    exports.increase();
    expect(exports.count).toBe(1);
  });

  it('is always the same whole module', () => {
    const exports = modules({ main: "export * as circle from './circle';" }).load('main');
    expect(exports['circle']).toBe(exports['circle']);
  });

  it('of a package whose names are unknown stays as it is', () => {
    expect(lazy("export * from 'yaml';")).toContain('__exportStar(require("yaml"), exports);');
  });

  it('is none if the constant is computed, or assigned several times', () => {
    const program = modules({ main: "import { SIDE } from './square';\nexport const double = 2 * SIDE;\nexport let side = SIDE;\nside = 5;" });
    expect(program.load('main')).toEqual({ double: 4, side: 5 });
  });
});

describe('transformed code', () => {
  it('has as many lines as before', () => {
    const all = { main: "export * from './square';\nexport { Circle } from './circle';\nimport { SIDE } from './square';\n\nexport const double = (): number => 2 * SIDE;\n" };
    expect(modules(all).lazyCode('main').split('\n')).toHaveLength(modules(all).compiled('main').split('\n').length);
  });

  it('keeps an import whose name a parameter or variable has, too', () => {
    expect(lazy("import * as square from './square';\nexport const f = (square: number): number => square;\nexport const side = (): number => square.SIDE;"))
      .toContain('const square = __importStar(require("./square"));');
  });

  it('is not transformed again', () => {
    const once = lazy("import { SIDE } from './square';\nexport * from './circle';\nexport const double = (): number => 2 * SIDE;");
    expect(new LazyModules(() => once).lazyCode('module')).toBe(new LazyModules(() => once).compiled('module'));
  });

  it('keeps what jsii adds to classes', () => {
    const compiled = 'const JSII_RTTI_SYMBOL_1 = Symbol.for("jsii.rtti");\nconst circle_1 = require("./circle");\nclass Disc extends circle_1.Circle { static [JSII_RTTI_SYMBOL_1] = { fqn: "shapes.Disc", version: "0.0.0" }; }\nexports.Disc = Disc;';
    const { Disc } = modules({ main: compiled }).load('main') as { Disc: Record<symbol, unknown> };
    expect(Disc[Symbol.for('jsii.rtti')]).toEqual({ fqn: 'shapes.Disc', version: '0.0.0' });
  });

  it('without imports is unchanged', () => {
    expect(lazy('export const side = 1;')).toBe(new LazyModules(() => 'export const side = 1;').compiled('module'));
  });

  it('shows ES modules the names that they can import', () => {
    const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-lazy-'));
    try {
      const program = modules({ main: "export * from './square';\nexport { Circle as Round } from './circle';\nexport * as counter from './counter';\nexport const own = 1;" });
      ['main', 'square', 'circle', 'counter'].forEach(path => writeFileSync(join(folder, `${path}.js`), program.lazyCode(path)));
      writeFileSync(join(folder, 'main.mjs'), "import { SIDE, Round, counter, own } from './main.js';\nconsole.log(SIDE, Round.name, counter.count, own);");
      expect(execFileSync(process.execPath, [join(folder, 'main.mjs')], { encoding: 'utf8' })).toBe('2 Circle 0 1\n');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
