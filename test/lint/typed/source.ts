/** Place of the sources that test/lint/values.test.ts lints with types. */
export {};
