/** Props that take Outputs, but not those of the test, by reason. */
export const UNTESTED: { readonly [prop: string]: string } = {};
