import { join } from 'node:path';
import { Bundle } from '../../lib/bundle';

/** Bundle of the quickstart. */
export const HELLO = Bundle.fromDirectory(join(__dirname, '../../examples/quickstart/bundle'));
