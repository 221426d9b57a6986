import { groupVersion } from '../../../formats/schema/api-groups';
import { MissingApi, missingApiIn, missingApiRemedy, originOfGroup } from '../../../formats/schema/api-projects';
import { isKubernetesGroup } from '../../../formats/schema/kubernetes-apis';
import { Finding } from '../explain/explanation';

/** Name of the object in an error of OLM v0 or of Helm. */
const OBJECT = /not found installing \S+ (\S+):|mapping not found for name: "([^"]+)"/;

/** What the API server answers for an API that it does not serve. Old releases of OLM repeat it, without the API. */
const UNNAMED = /could not find the requested resource/;

/** Object that was about to be created. */
export interface PendingObject {
  readonly api: MissingApi;
  readonly name: string;
}

/**
 * Returns the finding of an error that says that the API server does not serve the kind of an object, or undefined for any other error.
 *
 * @param what what cannot be done, such as `InstallPlan shop/install-x cannot be carried out`
 * @param message error of OLM or of the API server
 * @param pending object that was about to be created, for an error that does not name it
 */
export function missingApiFinding(what: string, message: string, pending?: PendingObject): (Finding & { readonly remedy: string }) | undefined {
  const isUnnamed = pending !== undefined && UNNAMED.test(message) && !isKubernetesGroup(pending.api.group);
  const api = missingApiIn(message) ?? (isUnnamed ? pending.api : undefined);
  if (api === undefined) {
    return undefined;
  }
  const object = OBJECT.exec(message)?.slice(1).find((name) => name !== undefined) ?? (pending?.api.kind === api.kind ? pending.name : undefined);
  return {
    cause: 'api-missing',
    message: `${what}: the cluster does not serve the API ${api.kind} of ${groupVersion(api)}${object === undefined ? '' : `, which the object '${object}' of the bundle has`}; `
      + originOfGroup(api.group),
    remedy: missingApiRemedy(api),
  };
}
