import { OLM_GROUP, OLM_V1_GROUP } from '../../formats/schema/api-groups';
import type { ApiError } from '../client/client-error';
import { commandLineRemedy } from '../waiting/explain/command-line-remedies';
import { actionProblem } from '../waiting/run/perform';
import { type ApiResource, resourceName } from '../waiting/view/api-resource';
import { shell } from '../../text/shell';

/** A kind that is applied, and where. */
interface AppliedTo {
  readonly resource: ApiResource;
  readonly namespace: string | undefined;
}

/** Returns why the API server rejected an apply, and the remedy. */
export function applyFailure(error: ApiError, { resource, namespace }: AppliedTo): string {
  const message = error.message.trim().replace(/(?<![.\n])[.\n]+$/, '');
  if (error.status === 409) {
    return `${message}; let the other manager keep these fields, change them with it, or take them over with --force-conflicts`;
  }
  if (/is being terminated/.test(message)) {
    return `${message}; wait until the Namespace is deleted, and run the command again; \`${shell`olm-constructs explain namespace/${namespace ?? ''}`}\` says what keeps it`;
  }
  if (error.status === 404 && namespace !== undefined) {
    return `${message}; create the Namespace ${namespace} first`;
  }
  switch (actionProblem(error).kind) {
    case 'unauthorized':
      return `${message}; ${commandLineRemedy('invalid-credentials')}`;
    case 'forbidden':
      return `${message}; an apply needs get, create and patch on ${resourceName(resource)}, and the account needs every right that it grants to others`;
    default:
      return /immutable/.test(message) ? `${message}; keep the value, or replace the object by hand if nothing needs the one that exists`
        : `${message}; correct the object, or the policy of the cluster that rejects it`;
  }
}

/** Returns the problem and the remedy for a kind that the cluster does not serve. */
export function unservedKind(apiVersion: string, kind: string): string {
  const [group] = apiVersion.includes('/') ? apiVersion.split('/') : [''];
  const remedy = group === OLM_GROUP ? 'install OLM first, with `olm-constructs install olm`'
    : group === OLM_V1_GROUP ? commandLineRemedy('olm-v1-missing') : 'install what provides it first';
  return `the cluster serves no kind ${kind} of ${apiVersion}; ${remedy}`;
}
