import { repeated } from '../../text/repeated';
import { quoted } from '../../text/quoted';
import { subdomainErrors } from '../../formats/schema/formats/names';
import type { Operator } from '../model/operator';
import { RenderErrorCode } from '../model/render-error';
import type { RenderProblems } from '../model/render-problems';

const DEPLOYMENTS = ['spec', 'install', 'spec', 'deployments'] as const;

/** Checks that each deployment of the ClusterServiceVersion has a valid and unique name. */
export function checkDeployments({ csv, deployments }: Operator, problems: RenderProblems): void {
  const names = deployments.map(({ name }) => name);
  for (const { value, index } of repeated(names)) {
    const message = `another deployment is also named ${quoted(value)}; give each deployment of the ClusterServiceVersion its own name`;
    problems.addAt(RenderErrorCode.DEPLOYMENT, csv, [...DEPLOYMENTS, index, 'name'], message);
  }
  names.forEach((name, index) => {
    for (const requirement of subdomainErrors(name)) {
      problems.addAt(RenderErrorCode.DEPLOYMENT, csv, [...DEPLOYMENTS, index, 'name'], `the name of a deployment must ${requirement}, got ${quoted(name)}; rename it`);
    }
  });
}
