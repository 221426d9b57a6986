import { readFileSync } from 'node:fs';
import * as path from 'node:path';

const { devDependencies } = JSON.parse(readFileSync(path.resolve(__dirname, '../../package.json'), 'utf8')) as {
  readonly devDependencies: { readonly cdk8s: string; readonly constructs: string };
};

/** Lowest versions of cdk8s and constructs that the packages accept, which the library is compiled and tested with. */
export const { cdk8s: CDK8S, constructs: CONSTRUCTS } = devDependencies;
