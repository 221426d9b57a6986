import type { ProgramText } from './frame/program';
import { packageVersion } from './frame/package-version';

/** Returns the texts that the program prints about itself. */
export function programText(): ProgramText {
  return {
    name: 'olm-constructs',
    description: 'Operators and the Operator Lifecycle Manager: inspects and changes clusters, and works with bundles and catalogs without a cluster.',
    version: packageVersion(),
    groups: { catalog: 'render, validate and change file-based catalogs' },
  };
}
