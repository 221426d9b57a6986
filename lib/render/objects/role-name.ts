import { createHash } from 'node:crypto';

import { plainJson } from '../../json/go-json';
import { objectName } from '../model/object-name';
import type { Permission } from '../model/operator';

/**
 * Returns the name of a role and of its binding: that of the ClusterServiceVersion and of the service account, and a hash of the permission.
 *
 * @see https://github.com/operator-framework/operator-controller/blob/main/internal/shared/util/hash/hash.go
 */
export function roleName(csvName: string, serviceAccount: string, permission: Permission): string {
  // Go's json.Encoder escapes the characters of HTML and ends with a line break.
  const json = `${plainJson(permission).replace(/[<>&]/g, (character) => `\\u00${character.charCodeAt(0).toString(16)}`)}\n`;
  const digest = createHash('sha224').update(json).digest('hex');
  return objectName(`${csvName}-${serviceAccount}`, BigInt(`0x${digest}`).toString(36));
}
