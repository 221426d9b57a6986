import type { Bundle } from '../bundle/bundle';
import { olmServiceName, olmServiceNameErrors, webhookNameErrors } from '../formats/schema/checks/olm-derived-names';

/** Returns the names in a bundle of which OLM v0 derives other names that the API server refuses, a sentence each. */
export function olmNameProblems({ name: bundle, csv }: Bundle): string[] {
  const served = new Set([...csv.webhookDefinitions, ...csv.ownedApiServices].map(({ deploymentName }) => deploymentName));
  return [
    ...csv.webhookDefinitions.flatMap(({ generateName, type }) => webhookNameErrors(generateName, type).map((error) => (
      `bundle '${bundle}' has a webhook whose generateName is '${generateName}', and it must ${error}; change it in the CSV`
    ))),
    ...csv.deployments.filter(({ name }) => served.has(name)).flatMap(({ name }) => olmServiceNameErrors(name).map((error) => (
      `bundle '${bundle}' serves webhooks or APIServices with the deployment '${name}', for which OLM v0 creates the Service '${olmServiceName(name)}', whose name must `
        + `${error}; rename the deployment in the CSV`
    ))),
  ];
}
