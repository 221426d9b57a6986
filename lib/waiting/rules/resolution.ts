import { Condition, KubernetesObject, path } from '../../cluster/kubernetes-object';
import { Finding } from '../finding';
import { quote } from '../quote';

/** What is known beside the resolver's message. */
export interface ResolutionContext {
  /** The name of the Subscription that is waited for. */
  readonly subscription: string;
  /** Whether every catalog that counts answers; what one that does not may still bring, nobody knows. */
  readonly allAnswer: boolean;
}

interface Rule {
  readonly pattern: RegExp;
  readonly finding: (match: RegExpExecArray, context: ResolutionContext) => Finding;
}

const whileSilent = ({ allAnswer }: ResolutionContext): Pick<Finding, 'patience'> => (allAnswer ? {} : { patience: 'timeout' });

/** How OLM words what it cannot resolve, the telling part of it. The first that fits counts. */
const RULES: readonly Rule[] = [
  {
    pattern: /clusterserviceversion (\S+) exists and is not referenced by a subscription/,
    finding: ([, csv]) => ({
      cause: 'csv-without-subscription',
      text: `ClusterServiceVersion ${csv!} is installed and no Subscription refers to it: an earlier Subscription was deleted without it`,
    }),
  },
  {
    // What is installed is written @existing/namespace//name, what could be catalog/namespace/channel/name.
    pattern: /(?<!\S)(\S+) and (\S+) provide (\S+) \(([^)\s]+)\)/,
    finding: ([, one, other, kind, group]) => ({
      cause: 'api-of-another-operator', patience: 'short',
      text: `${lastPart(one!)} and ${lastPart(other!)} both bring the API ${group!} ${kind!}, so only one of them can be installed`,
    }),
  },
  {
    pattern: /no operators found in channel (\S+) of package (\S+) /,
    finding: ([, channel, of]) => ({ cause: 'channel-unknown', text: `package ${of!} has no channel ${channel!}` }),
  },
  {
    pattern: /no operators found in package (\S+) /,
    finding: ([, name]) => ({ cause: 'package-unknown', text: `the catalog has no package ${name!}` }),
  },
  {
    pattern: /no operators found with name (\S+) in channel (\S+) of package (\S+) /,
    finding: ([, csv, channel, of]) => ({ cause: 'version-unknown', text: `channel ${channel!} of package ${of!} has no ${csv!}` }),
  },
  {
    pattern: /bundle (\S+) requires an operator providing an API with group: (\S+), version: (\S+), kind: ([^\s,]+)/,
    finding: ([, bundle, group, version, kind], context) => ({
      cause: 'dependency-missing', ...whileSilent(context),
      text: `${bundle!} requires the API ${group!}/${version!} ${kind!}, and no catalog has an operator that gives it`,
    }),
  },
  {
    pattern: /bundle (\S+) requires an operator with package: (\S+) and with version in range: ([^,]+)/,
    finding: ([, bundle, name, range], context) => ({
      cause: 'dependency-missing', ...whileSilent(context),
      text: `${bundle!} requires package ${name!} in a version of ${range!.trim()}, and no catalog has it`,
    }),
  },
  {
    pattern: /error using catalogsource (\S+): (.*)/s,
    finding: ([, catalog, why]) => ({ cause: 'catalog-unreachable', text: `OLM cannot read catalog ${catalog!}: ${quote(why!)}` }),
  },
  {
    pattern: /no operators found from catalog (\S+) in namespace (\S+) /,
    finding: ([, catalog, namespace]) => ({ cause: 'catalog-unreachable', text: `OLM knows nothing yet of what catalog ${namespace!}/${catalog!} holds` }),
  },
];

function lastPart(identifier: string): string {
  return identifier.slice(identifier.lastIndexOf('/') + 1);
}

/** The resolver lists every constraint; what is told stands in the first ones. */
const LONGEST_MESSAGE = 20_000;

/** What OLM's condition ResolutionFailed means. */
export function resolutionFindings(failed: Condition | undefined, context: ResolutionContext): Finding[] {
  if (failed?.status !== 'True') {
    return [];
  }
  const about = /referenced by subscription ([^\s,]+)/.exec(failed.message)?.[1];
  const other = about === undefined || about === context.subscription
    ? '' : ` (Subscription ${about} of the same namespace asks for it, and OLM resolves all of a namespace together)`;
  for (const { pattern, finding } of RULES) {
    const match = pattern.exec(`${failed.message.slice(0, LONGEST_MESSAGE)} `);
    if (match !== null) {
      const found = finding(match, context);
      return [{ ...found, text: `${found.text}${other}` }];
    }
  }
  return failed.reason === 'ConstraintsNotSatisfiable'
    ? [{ cause: 'not-resolvable', ...whileSilent(context), text: `OLM finds no set of operators that meets everything asked for: ${quote(failed.message)}` }]
    : [{ cause: 'resolution-error', text: `OLM cannot resolve the Subscription: ${quote(failed.message)}` }];
}

/** The catalog of a Subscription where there is none. */
export function missingCatalog(subscription: KubernetesObject, source: string, sourceNamespace: string): Finding {
  return { cause: 'catalog-missing', text: `Subscription ${path(subscription)} names CatalogSource ${sourceNamespace}/${source}, which is not there` };
}
