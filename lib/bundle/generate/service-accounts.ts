import { field, mapField, mapListField, stringField } from '../../formats/json/json-value';
import { quotedList } from '../../text/phrases';
import { GenerationNoteCode } from '../model/generation-note';
import type { GenerationNotes } from './generation-notes';
import { type InputObject, ownAnnotations } from './input-object';

/**
 * Returns the service accounts that are manifests of a bundle: OLM creates those of Deployments itself, with their name only.
 *
 * @param accounts names of the service accounts that OLM creates
 */
export function otherServiceAccounts(objects: readonly InputObject[], accounts: ReadonlySet<string>, notes: GenerationNotes): InputObject[] {
  return objects.filter((object) => {
    if (!accounts.has(object.name)) {
      return true;
    }
    const lost = [
      ...ownAnnotations(object).map((key) => `annotation ${key}`),
      ...mapListField(object.content, 'imagePullSecrets').map((secret) => `imagePullSecret ${stringField(secret, 'name') ?? ''}`),
      ...(field(object.content, 'automountServiceAccountToken') === false ? ['automountServiceAccountToken'] : []),
      ...(Object.keys(mapField(object.content, 'metadata')).includes('finalizers') ? ['finalizers'] : []),
    ];
    if (lost.length > 0) {
      notes.decide(GenerationNoteCode.SERVICE_ACCOUNT, `is created by OLM, without its ${quotedList(lost)}; set image pull secrets and the token in the pods of the Deployment, `
        + 'and annotations of a cloud provider after the installation', object);
    }
    return false;
  });
}
