import { Construct } from 'constructs';
import { ConstructError } from './construct-error';
import { Bundle } from '../bundle/bundle';
import { CrdRule } from '../bundle/crd/crd-change';
import { CrdComparison } from '../bundle/crd/crd-comparison';

/** What the API server and OLM v0 refuse as well, and not OLM v1 alone. */
const REFUSED_BY_ALL = [CrdRule.SCOPE, CrdRule.STORED_VERSION_REMOVED];

/**
 * @throws ConstructError when a bundle is of another package than the one that follows it
 */
export function checkPackages(scope: Construct, previous: readonly Bundle[], next: Bundle): void {
  for (const earlier of previous) {
    if (earlier.package !== next.package) {
      throw new ConstructError(scope, `'previous' has bundle '${earlier.name}' of package '${earlier.package}', and '${next.name}' is of package `
        + `'${next.package}'; give earlier versions of that package only`);
    }
  }
}

/** What stops the upgrade of an operator from each of its earlier bundles, in sentences. */
export function upgradeProblems(previous: readonly Bundle[], next: Bundle): string[] {
  return previous.flatMap(earlier => earlier.crds.flatMap(({ name, content }) => {
    const current = next.crds.find(crd => crd.name === name);
    const changes = current === undefined ? [] : CrdComparison.of(content, current.content).changes;
    return changes.filter(({ rule }) => REFUSED_BY_ALL.includes(rule)).map(({ version, message }) => (
      `'${next.name}' cannot follow '${earlier.name}': in the CustomResourceDefinition '${name}' ${version === undefined ? '' : `version ${version} `}${message}; `
        + `upgrade by way of a version that keeps it, or take '${earlier.name}' out of \`previous\` where it is installed nowhere`
    ));
  }));
}
