import { quoted, quotedList } from '../../text/quoted';
import { repeated } from '../../text/repeated';
import type { Operator } from '../model/operator';
import { RenderErrorCode } from '../model/render-error';
import type { RenderProblems } from '../model/render-problems';

const SERVED = 'apiextensions.k8s.io/v1';

/**
 * Checks that the bundle contains each CustomResourceDefinition that the operator owns exactly once.
 *
 * @param compatible whether versions that clusters no longer serve are accepted, as in OLM v1
 */
export function checkCrds({ csv, crds, ownedCrds }: Operator, compatible: boolean, problems: RenderProblems): void {
  const names = crds.map(({ name }) => name);
  for (const { value, index } of repeated(names)) {
    const message = `another file also contains the CustomResourceDefinition ${quoted(value)}; remove one of them`;
    problems.addAt(RenderErrorCode.CRD, crds[index]!.manifest, ['metadata', 'name'], message);
  }
  ownedCrds.forEach((name, index) => {
    if (!names.includes(name)) {
      const message = `the bundle does not contain the owned CustomResourceDefinition ${quoted(name)}; it contains ${quotedList(names)}; add its file to manifests/, or fix the name`;
      problems.addAt(RenderErrorCode.CRD, csv, ['spec', 'customresourcedefinitions', 'owned', index, 'name'], message);
    }
  });
  for (const { manifest, apiVersion, name } of compatible ? [] : crds) {
    if (apiVersion !== SERVED) {
      const message = `the apiVersion of the CustomResourceDefinition ${quoted(name)} must be ${SERVED}, got ${quoted(apiVersion)}; `
        + 'convert it: clusters from Kubernetes 1.22 on serve no other';
      problems.addAt(RenderErrorCode.CRD, manifest, ['apiVersion'], message);
    }
  }
}
