import { explanationText } from './explain-text';
import { openSource, sourceOptions } from './inspected-source';
import type { InspectedSource } from './inspected-source';
import { portable, writeStructured } from './structured-output';
import { exitCodeOf } from './verdict-words';
import { CliError, UsageError } from '../frame/cli-error';
import { defineCommand } from '../frame/command';
import { ExitCode } from '../frame/exit-code';
import { choice, text } from '../frame/option';
import { explainObject } from '../../inspection/explain/explain';
import type { ObjectExplanation } from '../../inspection/explain/explain';
import type { ExplainedObject } from '../../inspection/explain/explained-object';
import { kindsLike, subjectKind } from '../../inspection/judgement/subject-kind';
import { suggestNames } from '../../json/suggest-names';
import type { ApiResource } from '../../waiting/cluster/api-resource';
import type { CauseName } from '../../waiting/causes/known-causes';
import { list } from '../../waiting/explain/formatting';

/** Causes that say nothing about the object: it could not be looked at. */
const NOT_LOOKED_AT: readonly (CauseName | undefined)[] = ['access-denied', 'invalid-credentials', 'api-server-unreachable', 'request-rejected'];

/** An object is in one namespace. */
const { allNamespaces: _, ...ofOneNamespace } = sourceOptions;

/** Explains why an object is in its state. */
export const explainCommand = defineCommand({
  description: 'Explains why something is not ready: prints the chain of objects from the request down to the pods, where it broke, and the causes with '
    + 'remedies, the likeliest first. Kinds: subscription, csv, installplan, catalogsource, operatorgroup, namespace (one that is stuck in deletion), '
    + 'clusterextension, clustercatalog, and bundledeployment, bundleinstance and bundle of RukPak, with the names that kubectl takes; and olm for OLM itself. '
    + 'The command changes nothing.\n\n'
    + 'Exit codes: 0 if it is healthy, 3 if it is progressing, 1 if it failed or does not exist.',
  operands: [{ name: 'KIND/NAME', description: 'what to explain, such as subscription/shop, csv/shop.v1.2.0 or olm', several: true }],
  options: {
    expect: text('VERSION', 'what should be installed: the ClusterServiceVersion of a Subscription, or the version of a ClusterExtension'),
    output: choice('FORMAT', ['text', 'json', 'yaml'], 'text', 'format of the output', { short: 'o' }),
    ...ofOneNamespace,
  },
  examples: [
    { description: 'Why an operator is not ready', command: 'olm-constructs explain subscription/shop -n shop' },
    { description: 'Why a Namespace is not deleted', command: 'olm-constructs explain namespace/shop' },
    { description: 'On a dump of a cluster, without access to it', command: 'olm-constructs explain subscription/shop --from must-gather/' },
  ],
  run: async (context, { operands, options }) => {
    const requests = operands.map(parseOperand);
    const opened = await openSource({ ...options, allNamespaces: false }, context);
    const { stdout } = context;
    const explanations: ObjectExplanation[] = [];
    for (const request of requests) {
      const target = await located(request, opened, options.expect);
      explanations.push(await explained(target, opened));
    }
    const { output } = options;
    if (output === 'json' || output === 'yaml') {
      writeStructured(stdout, output, portable(explanations.length === 1 ? explanations[0] : explanations));
    } else {
      explanations.flatMap((found, index) => [...(index === 0 ? [] : ['']), ...explanationText(found, stdout, opened.now)])
        .forEach((line) => stdout.line(line));
    }
    return exitCodeOf(explanations.map(({ verdict }) => verdict));
  },
});

/** What the command line names. */
interface Request {
  readonly resource?: ApiResource;
  readonly name: string;
}

function parseOperand(operand: string): Request {
  if (operand.toLowerCase() === 'olm') {
    return { name: 'olm' };
  }
  const slash = operand.indexOf('/');
  const [kind, name] = slash < 0 ? [operand, ''] : [operand.slice(0, slash), operand.slice(slash + 1)];
  const found = subjectKind(kind);
  if (found === undefined) {
    throw new UsageError(`'${operand}' is not KIND/NAME of something that can be explained; kinds: ${kindsLike(kind).join(', ')}`);
  }
  if (name === '' || name.includes('/')) {
    throw new UsageError(`'${operand}' has no name; write ${kind}/NAME, with the namespace in --namespace`);
  }
  return { resource: found.resource, name };
}

/** Finds the namespace of an object: in a dump, the only one that has an object of this name. */
async function located(
  { resource, name }: Request, { dump, source, namespace }: InspectedSource, expected: string | undefined,
): Promise<ExplainedObject> {
  const target = { name, ...(resource === undefined ? {} : { resource }), ...(expected === undefined ? {} : { expected }) };
  if (resource === undefined || !resource.namespaced) {
    return target;
  }
  if (dump === undefined || namespace !== undefined) {
    return { ...target, ...(namespace === undefined ? {} : { namespace }) };
  }
  const found = dump.index.select({ resource, name }).map(({ metadata }) => metadata.namespace ?? '');
  if (found.length === 0) {
    throw await notFound(target, undefined, { source });
  }
  if (found.length > 1) {
    throw new UsageError(`${resource.kind} ${name} exists in the namespaces ${list(found)}; choose one with --namespace`);
  }
  return { ...target, namespace: found[0]! };
}

async function explained(target: ExplainedObject, { source, now }: InspectedSource): Promise<ObjectExplanation> {
  const found = await explainObject(target, source, now);
  const [first] = found.causes;
  if (first !== undefined && NOT_LOOKED_AT.includes(first.cause)) {
    throw new CliError(`${first.message}; ${first.remedy}`);
  }
  if (first !== undefined && ['object-missing', 'subscription-missing'].includes(first.cause) && found.chain.state === 'does not exist') {
    throw await notFound(target, target.namespace, { source });
  }
  return found;
}

/** Returns the error about an object that does not exist, with the names of those that do. */
async function notFound({ resource, name }: ExplainedObject, namespace: string | undefined, { source }: Pick<InspectedSource, 'source'>): Promise<CliError> {
  const listing = await source.list({ resource: resource!, ...(namespace === undefined ? {} : { namespace }) });
  const names = listing === undefined || 'problem' in listing ? [] : listing.items.map((item) => (item as { metadata: { name: string } }).metadata.name);
  const where = namespace === undefined ? '' : ` in namespace ${namespace}`;
  const others = names.length === 0 ? `; there is no ${resource!.kind}${where}` : `${where}; there are: ${suggestNames(name, [...new Set(names)])}`;
  return new CliError(`${resource!.kind} ${name} does not exist${others}`, ExitCode.FINDINGS);
}
