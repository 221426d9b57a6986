import type { CauseName } from '../explain/known-causes';

/** Error that OLM met when it created an object of an InstallPlan: what to do about it. */
export interface PlanError {
  /** Cause of its own, or undefined if that is the state of the plan. */
  readonly cause?: CauseName;

  /** Remedy in the imperative, without what is to be done with the plan, or undefined if that of the cause is all. */
  readonly fix?: string;
}

interface Rule {
  readonly pattern: RegExp;
  readonly error: (match: RegExpExecArray) => PlanError;
}

const rule = (pattern: RegExp, fix: string, cause?: CauseName): Rule => (
  { pattern, error: () => ({ fix, ...(cause === undefined ? {} : { cause }) }) }
);

/** Errors of OLM and of the API server. The first match wins. */
const RULES: readonly Rule[] = [
  {
    pattern: /risk of data loss updating "([^"]+)": new CRD removes version (\S+) that is listed as a stored version/,
    error: ([, crd, version]) => ({
      cause: 'plan-removes-stored-version',
      fix: `write every object of ${crd!} once more, which stores it in the present storage version, then remove ${version!} from status.storedVersions of the `
        + 'CustomResourceDefinition; in this order, no object is lost',
    }),
  },
  rule(/risk of data loss/, 'write every object of the CustomResourceDefinition once more, which stores it in the present storage version, then remove the version '
    + 'that the new bundle drops from its status.storedVersions; in this order, no object is lost', 'plan-removes-stored-version'),
  {
    pattern: /error validating (?:\S+, Kind=)?(\S+) "([^"]+)": updated validation is too restrictive/,
    error: ([, kind, name]) => ({
      cause: 'plan-breaks-objects', fix: `change ${kind!} ${name!} so that the schema of the new version accepts it, too: the message names the field; nothing has to be deleted`,
    }),
  },
  rule(/updated validation is too restrictive/, 'change the objects that the message names so that the schema of the new version accepts them, too; nothing has to be deleted',
    'plan-breaks-objects'),
  { pattern: /bundle (?:extract Job|unpacking) failed/i, error: () => ({ cause: 'unpack-failed' }) },
  { pattern: /please make sure the service account exists/, error: () => ({ cause: 'operator-group-service-account' }) },
  { pattern: /no operator group found/, error: () => ({ cause: 'operator-group-missing' }) },
  { pattern: /more than one operator group/, error: () => ({ cause: 'too-many-operator-groups' }) },
  rule(/pre-existing CRD owners found/, 'keep only one of the operators that own the CustomResourceDefinition in this namespace', 'api-owned-by-another'),
  rule(/failed calling webhook/, 'fix what serves the admission webhook: its Service, and the pods behind it'),
  rule(/admission webhook "[^"]*" denied|ValidatingAdmissionPolicy .* denied|denied the request/, 'change the policy that rejects the object, or exempt the object or '
    + 'the namespace from it'),
  rule(/exceeded quota/, 'raise the quota of the namespace'),
  rule(/because it is being terminated/, 'wait until the Namespace is deleted, then create it again'),
  rule(/forbidden/i, 'grant the ServiceAccount of the OperatorGroup permission to create this', 'plan-forbidden'),
  rule(/the object has been modified/, 'find out what else writes this object: it changed between OLM\'s reading and writing'),
  rule(/already exists/, 'find out what created the object that exists; OLM does not take it over'),
  rule(/ is invalid: |Invalid value|Too long/, 'use another version of the bundle, or report it to its authors: the API server does not accept the object as it is'),
  rule(/could not find the requested resource/, 'check that the cluster serves the API of the object in the version of the bundle'),
  rule(/timeout|deadline exceeded|connection refused|EOF|etcdserver/i, 'check that the API server is healthy'),
];

/** Returns what to do about an error of an InstallPlan, or undefined if it is not a known one. */
export function planError(message: string): PlanError | undefined {
  for (const { pattern, error } of RULES) {
    const match = pattern.exec(message);
    if (match !== null) {
      return error(match);
    }
  }
  return undefined;
}
