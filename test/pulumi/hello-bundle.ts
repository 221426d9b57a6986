import { join } from 'node:path';
import { Bundle } from '../../lib/pulumi';

/** Bundle of the quickstart. */
export const HELLO = Bundle.fromDirectory(join(__dirname, '../../examples/quickstart/bundle'));
