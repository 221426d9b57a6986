import { changedIn, required, type Schema, string } from '../../../formats/schema/schema';

const PATTERN = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$';

/** Returns the schema of a provisioner class. Since 0.9 its name has no characters that labels do not allow. */
export function provisionerClassName(description: string): Schema {
  return changedIn('0.9.0', required(string(description)), required(string(description, { pattern: PATTERN })));
}
