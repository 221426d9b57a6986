import { mapListField, stringField } from '../../formats/json/json-value';
import { GenerationNoteCode } from '../model/generation-note';
import type { InputObject } from './input-object';
import type { LostFields } from './lost-fields';

/**
 * Returns the service accounts that are manifests of a bundle: OLM creates those of Deployments itself, with their name only.
 *
 * @param accounts names of the service accounts that OLM creates
 */
export function otherServiceAccounts(objects: readonly InputObject[], accounts: ReadonlySet<string>, lost: LostFields): InputObject[] {
  return objects.filter((object) => {
    if (!accounts.has(object.name)) {
      return true;
    }
    const secrets = mapListField(object.content, 'imagePullSecrets').map((secret) => stringField(secret, 'name') ?? '').join(', ');
    lost.add(object, {
      // Pods mount the token by default.
      kept: object.content['automountServiceAccountToken'] === true ? ['automountServiceAccountToken'] : [], code: GenerationNoteCode.SERVICE_ACCOUNT,
      message: (fields) => `is created by OLM, without its ${fields}${secrets === '' ? '' : ` (${secrets})`}; set image pull secrets and the token in the pods of the Deployment, `
        + 'and annotations of a cloud provider after the installation',
    });
    return false;
  });
}
