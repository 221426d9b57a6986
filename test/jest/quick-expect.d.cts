import type { Expect } from 'expect';

export declare function quickExpect(original: Expect): Expect;
