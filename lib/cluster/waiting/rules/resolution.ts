import { replacementIn, UNREFERENCED, UNSATISFIABLE } from '../../../olm/v0/transient-states';
import { Condition, KubernetesObject, namespacedName } from '../view/kubernetes-object';
import { Finding } from '../explain/explanation';
import { messageLine } from '../explain/formatting';

/** Context of the resolver's message. */
export interface ResolutionContext {
  /** Name of the Subscription that the waiter waits for. */
  readonly subscription: string;
  /** Whether every relevant catalog responds. One that does not may still contain what is missing. */
  readonly allCatalogsAnswer: boolean;
  /** Names of the ClusterServiceVersions that are installed, that nothing replaces, and that no Subscription refers to. */
  readonly unclaimedCsvs: readonly string[];
  /** Whether a ClusterServiceVersion is known to be gone. */
  readonly isGone: (csv: string) => boolean;
}

interface Rule {
  readonly pattern: RegExp;
  readonly finding: (match: RegExpExecArray, context: ResolutionContext) => Finding;
}

const graceOf = ({ allCatalogsAnswer }: ResolutionContext): Pick<Finding, 'grace'> => (allCatalogsAnswer ? {} : { grace: 'timeout' });

/** OLM's complaint about a ClusterServiceVersion that no Subscription refers to. */
export const UNREFERENCED_CSV = new RegExp(UNREFERENCED.join(String.raw` (\S+) `));

/** Characteristic parts of OLM's resolution errors. The first match wins. */
const RULES: readonly Rule[] = [
  {
    pattern: UNREFERENCED_CSV,
    // OLM does not resolve again by itself when a ClusterServiceVersion is adopted, or deleted after it was replaced.
    finding: ({ input, 1: csv }, { unclaimedCsvs, isGone }) => {
      if (unclaimedCsvs.includes(csv!)) {
        return {
          cause: 'csv-without-subscription',
          message: `ClusterServiceVersion ${csv!} is installed, but no Subscription refers to it: its earlier Subscription was deleted`,
        };
      }
      const { unreferenced, referenced } = replacementIn(input) ?? {};
      return {
        cause: 'resolution-outdated',
        message: unreferenced === undefined ? `OLM has not noticed yet that ClusterServiceVersion ${csv!} is no longer an obstacle: it was adopted or replaced`
          : isGone(unreferenced) ? `OLM has not noticed yet that ${unreferenced} is gone, which ${referenced!} has replaced`
            : `OLM is replacing one of ${unreferenced} and ${referenced!} by the other, and resolves again after that`,
      };
    },
  },
  {
    // Installed operators appear as @existing/namespace//name, candidates as catalog/namespace/channel/name.
    pattern: /(?<!\S)(\S+) and (\S+) provide (\S+) \(([^)\s]+)\)/,
    finding: ([, one, other, kind, group]) => ({
      cause: 'api-owned-by-another', grace: 'terminal',
      message: `${lastPart(one!)} and ${lastPart(other!)} both provide the API ${group!} ${kind!}, so only one of them can be installed`,
    }),
  },
  {
    pattern: /(?<!\S)(\S+) and (\S+) originate from package ([^\s,]+)/,
    finding: ([, one, other, name]) => ({
      cause: 'package-conflict', message: `${lastPart(one!)} and ${lastPart(other!)} are both of package ${name!}, of which a namespace can have only one`,
    }),
  },
  {
    pattern: /bundle (\S+) is deprecated/,
    finding: ([, bundle]) => ({ cause: 'bundle-deprecated', message: `${lastPart(bundle!)} has the property olm.deprecated, so OLM does not install it` }),
  },
  {
    pattern: /((?:no channel heads|a cycle exists|a unique replacement chain|found no replacement chains).*?) in channel "([^"]+)" of package "([^"]+)"/,
    finding: ([, why, channel, of]) => ({
      cause: 'channel-invalid', message: `OLM cannot use channel ${channel!} of package ${of!}: ${messageLine(why!)}`,
    }),
  },
  {
    pattern: /expected 1 OperatorGroup in the namespace, found (\d+)/,
    finding: ([, count]) => (count === '0'
      ? { cause: 'operator-group-missing', message: 'OLM cannot resolve the Subscription: its namespace has no OperatorGroup' }
      : { cause: 'too-many-operator-groups', message: `OLM cannot resolve the Subscription: its namespace has ${count!} OperatorGroups` }),
  },
  {
    pattern: /no operators found in channel (\S+) of package (\S+) /,
    finding: ([, channel, of]) => ({ cause: 'channel-unknown', message: `package ${of!} has no channel ${channel!}` }),
  },
  {
    pattern: /no operators found in package (\S+) /,
    finding: ([, name]) => ({ cause: 'package-unknown', message: `the catalog has no package ${name!}` }),
  },
  {
    pattern: /no operators found with name (\S+) in channel (\S+) of package (\S+) /,
    finding: ([, csv, channel, of]) => ({ cause: 'version-unknown', message: `channel ${channel!} of package ${of!} has no ${csv!}` }),
  },
  {
    pattern: /bundle (\S+) requires an operator providing an API with group: (\S+), version: (\S+), kind: ([^\s,]+)/,
    finding: ([, bundle, group, version, kind], context) => ({
      cause: 'dependency-missing', ...graceOf(context),
      message: `${bundle!} requires the API ${group!}/${version!} ${kind!}, and no catalog has an operator that provides it`,
    }),
  },
  {
    pattern: /bundle (\S+) requires an operator with package: (\S+) and with version in range: ([^,]+)/,
    finding: ([, bundle, name, range], context) => ({
      cause: 'dependency-missing', ...graceOf(context),
      message: `${bundle!} requires package ${name!} in version range ${range!.trim()}, and no catalog has it`,
    }),
  },
  {
    // The other forms are those of older releases of OLM.
    pattern: /(?:error using catalogsource|failed to populate resolver cache from source|error using catalog) (\S+?)(?: \(in namespace \S+\))?: (.*)/s,
    finding: ([, catalog, why]) => ({ cause: 'catalog-unreachable', message: `OLM cannot read catalog ${catalog!}: ${messageLine(why!)}` }),
  },
  {
    pattern: /no operators found from catalog (\S+) in namespace (\S+) /,
    finding: ([, catalog, namespace]) => ({ cause: 'catalog-unreachable', message: `OLM has not received the contents of catalog ${namespace!}/${catalog!} yet` }),
  },
];

function lastPart(identifier: string): string {
  return identifier.slice(identifier.lastIndexOf('/') + 1);
}

/** Maximum number of characters of a message to search, because the resolver lists every constraint, but only the first ones matter. */
const MAX_MESSAGE_LENGTH = 20_000;

/** Returns the finding for the condition ResolutionFailed of a Subscription. */
export function resolutionFindings(failed: Condition | undefined, context: ResolutionContext): Finding[] {
  if (failed?.status !== 'True') {
    return [];
  }
  const about = /referenced by subscription ([^\s,]+)/.exec(failed.message)?.[1];
  const other = about === undefined || about === context.subscription
    ? '' : ` (Subscription ${about} in the same namespace requests it; OLM resolves all Subscriptions of a namespace together)`;
  for (const { pattern, finding } of RULES) {
    const match = pattern.exec(`${failed.message.slice(0, MAX_MESSAGE_LENGTH)} `);
    if (match !== null) {
      const found = finding(match, context);
      return [{ ...found, message: `${found.message}${other}` }];
    }
  }
  return failed.reason === UNSATISFIABLE
    ? [{ cause: 'constraints-not-satisfiable', ...graceOf(context), message: `OLM finds no set of operators that satisfies all constraints: ${messageLine(failed.message)}` }]
    : [{ cause: 'resolution-error', message: `OLM cannot resolve the Subscription: ${messageLine(failed.message)}` }];
}

/** Returns the finding for a Subscription whose catalog does not exist. */
export function missingCatalog(subscription: KubernetesObject, source: string, sourceNamespace: string): Finding {
  return { cause: 'catalog-missing', message: `Subscription ${namespacedName(subscription)} refers to CatalogSource ${sourceNamespace}/${source}, which does not exist` };
}
