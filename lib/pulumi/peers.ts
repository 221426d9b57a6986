import { createRequire } from 'node:module';
import { printableMessage } from '../text/printable';

/** Peer dependencies of this entry only; the constructs do not need them. */
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
  throw new Error(printableMessage(`olm-constructs/pulumi needs ${missing.join(' and ')}, which ${missing.length === 1 ? 'is' : 'are'} not installed: run \`npm install ${missing.join(' ')}\``));
}
