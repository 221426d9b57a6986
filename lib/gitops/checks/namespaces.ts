import { ApiObject } from 'cdk8s';
import type { IConstruct } from 'constructs';
import { fieldAt } from '../../formats/json/json-value';
import { isClusterScoped } from '../../formats/schema/kubernetes-manifest';
import { groupBy } from '../../text/group-by';
import { abridgedList } from '../../text/text-table';
import { FindingSeverity } from '../../validation/model/finding';
import { installsOperators } from '../argocd/sync-waves';
import { type CheckDefinition, type CheckedCluster, ownerOf, type Problem } from './checked-cluster';
import { installNamespaceOf } from './known-namespaces';

/** Maximum number of objects named in a finding. */
const MAX_NAMES = 3;

const SOURCE = 'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/';

/** Clusters whose namespaces are declared. */
export const NAMESPACE_MISSING: CheckDefinition = {
  id: 'namespace-missing',
  severity: FindingSeverity.ERROR,
  summary: 'the namespaces of objects are created by the app, or declared to be in the cluster',
  remedy: 'create the Namespace in the app, or add it to `existingNamespaces` of the Cluster or of the checks',
  source: SOURCE,
  find: (view) => (view.declaresNamespaces ? missingNamespaces(view, 'which nothing creates, and which is not declared') : []),
  unchecked: (view) => {
    const undecided = view.namespaces.isPartial ? unknownUses(view).map(([namespace]) => `'${namespace}'`) : [];
    return undecided.length === 0 ? [] : [
      `whether the namespaces ${undecided.join(', ')} exist, because something in ${view.cluster.node.path === '' ? 'the app' : `'${view.cluster.node.path}'`} creates namespaces `
        + 'whose names the app does not know',
    ];
  },
};

/** Clusters of whose namespaces nothing is known. */
export const NAMESPACE_UNKNOWN: CheckDefinition = {
  id: 'namespace-unknown',
  severity: FindingSeverity.WARNING,
  summary: 'the namespaces of objects are created by the app, or known to be in the cluster',
  remedy: 'create the Namespace in the app, or add it to `existingNamespaces` of the Cluster or of the checks if it is in the cluster',
  source: SOURCE,
  find: (view) => (view.declaresNamespaces ? [] : missingNamespaces(view, 'which nothing creates, and it is not known whether it is in the cluster')),
};

/** What requires a namespace: an object in it, or one that installs an operator there. */
interface NamespaceUse {
  readonly namespace: string;
  readonly object: ApiObject;
}

/** Returns a problem for each namespace, however many objects it has. */
function missingNamespaces(view: CheckedCluster, why: string): Problem[] {
  const missing = view.isPartial || view.namespaces.isPartial ? [] : unknownUses(view);
  return missing.map(([namespace, uses]) => {
    const constructs = [...new Set(uses.map(({ object }) => programConstruct(object)))];
    return {
      constructs,
      message: `${abridgedList(constructs.map(nameOfConstruct), MAX_NAMES)} ${constructs.length === 1 ? 'requires' : 'require'} the namespace '${namespace}', ${why}`,
    };
  });
}

/** Returns the main object of a construct, or its path: names of other objects change with their content. */
function nameOfConstruct(construct: IConstruct): string {
  const object = ApiObject.isApiObject(construct) ? construct : construct.node.defaultChild;
  return object !== undefined && ApiObject.isApiObject(object) ? `${object.kind} '${object.name}'` : `'${construct.node.path}'`;
}

/** Returns the namespaces that are not known to exist, and what requires each of them. */
function unknownUses(view: CheckedCluster): (readonly [namespace: string, uses: readonly NamespaceUse[]])[] {
  const uses = [...usesByObjects(view), ...usesByOperators(view)];
  return [...groupBy(uses, ({ namespace }) => namespace)].filter(([namespace]) => !view.knowsNamespace(namespace));
}

/** The API server ignores the namespace of a cluster-scoped object. */
function usesByObjects(view: CheckedCluster): NamespaceUse[] {
  return view.ownObjects.flatMap((object) => {
    const { apiGroup, kind, metadata: { namespace } } = object;
    const isOfCluster = isClusterScoped(apiGroup, kind) || fieldAt(view.crdOf(apiGroup, kind), 'spec', 'scope') === 'Cluster';
    return namespace === undefined || isOfCluster ? [] : [{ namespace, object }];
  });
}

/** OLM v1 and RukPak require the namespace in the spec of a cluster-scoped object. */
function usesByOperators(view: CheckedCluster): NamespaceUse[] {
  return view.operators.flatMap(({ engine, object, namespace }) => (
    object === undefined || namespace === '' || !(engine === 'OlmV1' || installNamespaceOf(view, object) !== undefined) ? [] : [{ namespace, object }]
  ));
}

/** Returns the construct that a program creates for an object: the outermost one of this library, or that of the object. */
function programConstruct(object: ApiObject): IConstruct {
  return object.node.scopes.find(installsOperators) ?? ownerOf(object);
}
