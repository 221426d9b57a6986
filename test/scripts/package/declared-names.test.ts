import { declaredNames } from '../../../scripts/package/exported-names';

describe('declaredNames', () => {
  it.each([
    ['a class, an interface, an enum, a function and a type', [
      'export declare class A {}', 'export interface B {}', 'export declare enum C {}', 'export declare function d(): void;', 'export type E = string;',
    ], ['A', 'B', 'C', 'd', 'E']],
    ['an abstract class', ['export declare abstract class A {}'], ['A']],
    ['constants', ['export declare const A: string, B: number;'], ['A', 'B']],
    ['names of other modules', ["export { A, B as C } from './x';", "export type { D } from './y';", "export * as e from './z';"], ['A', 'C', 'D', 'e']],
    ['nothing that is only declared', ['declare class A {}', 'export {};', 'import { B } from "./x";'], []],
  ])('returns %s', (_, lines, names) => {
    expect([...declaredNames(lines.join('\n'))]).toEqual(names);
  });
});
