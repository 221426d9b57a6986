import { groupVersion } from '../../../formats/schema/api-groups';
import { missingApiIn, missingApiRemedy, originOfGroup } from '../../../formats/schema/api-projects';
import { Finding } from '../explain/explanation';

/** Name of the object in an error of OLM v0 or of Helm. */
const OBJECT = /not found installing \S+ (\S+):|mapping not found for name: "([^"]+)"/;

/**
 * Returns the finding of an error that says that the API server does not serve the kind of an object, or undefined for any other error.
 *
 * @param what what cannot be done, such as `InstallPlan shop/install-x cannot be carried out`
 * @param message error of OLM or of the API server
 */
export function missingApiFinding(what: string, message: string): (Finding & { readonly remedy: string }) | undefined {
  const api = missingApiIn(message);
  if (api === undefined) {
    return undefined;
  }
  const object = OBJECT.exec(message)?.slice(1).find((name) => name !== undefined);
  return {
    cause: 'api-missing',
    message: `${what}: the cluster does not serve the API ${api.kind} of ${groupVersion(api)}${object === undefined ? '' : `, which the object '${object}' of the bundle has`}; `
      + originOfGroup(api.group),
    remedy: missingApiRemedy(api),
  };
}
