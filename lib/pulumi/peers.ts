import { createRequire } from 'node:module';

/** What the constructs do without, and components do not. */
const PEERS = ['@pulumi/pulumi', '@pulumi/kubernetes'];

const { resolve } = createRequire(__filename);

const missing = PEERS.filter((name) => {
  try {
    resolve(name);
    return false;
  } catch {
    return true;
  }
});

if (missing.length > 0) {
  throw new Error(`olm-constructs/pulumi needs ${missing.join(' and ')}, which is not installed here: run \`npm install ${missing.join(' ')}\``);
}
