import { Condition } from '../../v0/generated/kubernetes-types';
import { keyedListOf, type Schema } from '../../../formats/schema/schema';

/** Conditions of an object, merged by type. */
export function conditions(description: string): Schema {
  return keyedListOf(['type'], Condition, description);
}
