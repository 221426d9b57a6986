import { symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkoutSuite } from '../test/scripts/mutation/checkout-suite';

describe('a checkout for mutation with the real jest', () => {
  checkoutSuite((folder) => symlinkSync(resolve(__dirname, '../node_modules'), folder));
});
