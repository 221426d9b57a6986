import { exactJson } from '../../formats/json/exact-json';
import { isMap, type JsonMap } from '../../formats/json/json-value';
import { withArticle } from '../../formats/options/found-value';

/** Inputs that select the cluster. */
export const CLUSTER_INPUTS = ['kubeconfig', 'context'] as const;

/** Name of one of them. */
export type ClusterInput = typeof CLUSTER_INPUTS[number];

/** Remedy for an input that is empty. */
const IF_EMPTY: { readonly [input in ClusterInput]: string } = {
  kubeconfig: 'pass the content of a kubeconfig or the path of its file, or omit `kubeconfig` to use the stack\'s kubeconfig or that of kubectl',
  context: 'pass the name of a context, or omit `context` to use the current one',
};

/**
 * Returns a value that a program gave for an input as it is stored: the content of a kubeconfig may be an object, and nothing is an empty string. A
 * missing input selects the stack's cluster, or that of kubectl, so an output without a value must not look like one.
 */
export function clusterInput(value: unknown): unknown {
  return isMap(value) ? exactJson(value) : value ?? '';
}

/** Returns what is wrong with the value of an input, if anything, without its value: a kubeconfig contains secrets. */
export function clusterInputProblem(input: ClusterInput, value: unknown): string | undefined {
  if (typeof value !== 'string') {
    const got = Array.isArray(value) ? 'a list' : withArticle(typeof value);
    return `the ${input} must be ${input === 'kubeconfig' ? 'a string or an object' : 'a string'}, got ${got}; ${IF_EMPTY[input]}`;
  }
  return value.trim() !== '' ? undefined
    : `the ${input} is empty: it is '', or an output that resolves to undefined or null, and so selects no cluster; ${IF_EMPTY[input]}`;
}

/** Returns the problems of the inputs that select the cluster. Missing ones, which Pulumi does not distinguish from null, have none. */
export function clusterInputProblems(inputs: JsonMap): string[] {
  return CLUSTER_INPUTS.flatMap((input) => {
    const value = inputs[input];
    const problem = value === undefined || value === null ? undefined : clusterInputProblem(input, value);
    return problem === undefined ? [] : [problem];
  });
}
