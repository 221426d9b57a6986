/** Address of the library's repository, as in its package.json. */
export const REPOSITORY = 'https://github.com/olm-constructs/olm-constructs';

/** Address of the documents: those of the default branch, because IDs of rules and causes stay the same from release to release. */
const DOCUMENTS = `${REPOSITORY}/blob/main/docs`;

/** Returns the address of the documentation of a rule for bundles. */
export function ruleLink(ruleId: string): string {
  return `${DOCUMENTS}/reference/validation-rules.md#${ruleId}`;
}

/** Returns the address of the documentation of a check of apps. */
export function checkLink(checkId: string): string {
  return `${DOCUMENTS}/reference/app-checks.md#${checkId}`;
}

/** Returns the address of the documentation of a cause. */
export function causeLink(cause: string): string {
  return `${DOCUMENTS}/troubleshooting/causes.md#${cause}`;
}
