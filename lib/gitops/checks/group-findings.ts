import type { IConstruct } from 'constructs';
import { Cluster } from '../../constructs/cluster';
import { groupBy } from '../../text/group-by';
import { type AppCheck, type AppFinding, AppReport, type WaivedFinding } from './app-report';
import { applyWaivers, type AppWaiver } from './app-waiver';
import type { Problem } from './checked-cluster';
import { alsoIn } from './finding-places';

/** Results of checks, before waivers. */
export interface CheckResults {
  readonly checks: readonly AppCheck[];

  /** Findings, each in one cluster at most. */
  readonly findings: readonly AppFinding[];
  readonly waivers: readonly AppWaiver[];

  /** What was not decided, in sentences, with the path of the cluster. @default - everything was decided */
  readonly unchecked?: readonly UncheckedSentence[];
}

/** What a check could not decide in a cluster. */
export interface UncheckedSentence {
  readonly sentence: string;
  readonly clusters: readonly string[];
}

/**
 * Returns the report of checks over an app: waivers apply to the findings of each cluster, and what is the same in several clusters is one finding.
 *
 * @param scope any construct of the app
 */
export function groupedReport(scope: IConstruct, { checks, findings: found, waivers, unchecked = [] }: CheckResults): AppReport {
  const { findings, waived } = applyWaivers(found, waivers);
  const { root } = scope.node;
  const sentences = grouped(unchecked, ({ sentence, clusters }) => relative(root, sentence, clusters))
    .map((group) => `${group[0]!.sentence}${alsoIn(group.flatMap(({ clusters }) => clusters))}`);
  return AppReport._of(checks, groupedFindings(root, findings), groupedWaived(root, waived), sentences);
}

/** Returns the finding about a problem. */
export function findingOf({ id, severity, remedy, source }: Omit<AppCheck, 'summary'>, problem: Problem): AppFinding {
  const { constructs, message } = problem;
  const [first] = constructs;
  return {
    id, severity, paths: constructs.map(({ node: { path } }) => path), clusters: first === undefined ? [] : clustersOf(first), message,
    remedy: problem.remedy ?? remedy, source,
  };
}

/** Returns the path of the `Cluster` of a construct, or an empty list if it is in none. */
export function clustersOf(construct: IConstruct): string[] {
  const cluster = Cluster.of(construct);
  return cluster === undefined ? [] : [cluster.node.path];
}

function groupedFindings(root: IConstruct, findings: readonly AppFinding[]): AppFinding[] {
  return grouped(findings, (finding) => keyOf(root, finding)).map(merged);
}

function groupedWaived(root: IConstruct, waived: readonly WaivedFinding[]): WaivedFinding[] {
  const items = waived.map(({ finding, reason }) => ({ finding, reason, clusters: finding.clusters }));
  return grouped(items, ({ finding, reason }) => JSON.stringify([reason, keyOf(root, finding)]))
    .map((group) => ({ finding: merged(group.map(({ finding }) => finding)), reason: group[0]!.reason }));
}

function merged(findings: readonly AppFinding[]): AppFinding {
  return { ...findings[0]!, paths: findings.flatMap(({ paths }) => paths), clusters: findings.flatMap(({ clusters }) => clusters) };
}

/** Returns a string that is the same for the same problem in another cluster. */
function keyOf(root: IConstruct, { id, severity, paths, clusters, message, remedy, source }: AppFinding): string {
  const own = paths.map((path) => relative(root, `'${path}'`, clusters));
  return JSON.stringify([id, severity, source, own, relative(root, message, clusters), relative(root, remedy, clusters)]);
}

/** Groups items by a key, with one item for each cluster in a group. Items outside of clusters stay alone. */
function grouped<Item extends { readonly clusters: readonly string[] }>(items: readonly Item[], key: (item: Item) => string): (readonly Item[])[] {
  const seen = new Map<string, number>();
  return [...groupBy(items.map((item, index) => ({ item, index })), ({ item, index }) => {
    const [cluster] = item.clusters;
    if (cluster === undefined) {
      return String(index);
    }
    const ofItem = key(item);
    const inCluster = JSON.stringify([cluster, ofItem]);
    const count = seen.get(inCluster) ?? 0;
    seen.set(inCluster, count + 1);
    return JSON.stringify([ofItem, count]);
  }).values()].map((group) => group.map(({ item }) => item));
}

/** Replaces the cluster in a message, and in the paths of constructs in it. Other quoted names are left: one may look like such a path. */
function relative(root: IConstruct, message: string, [cluster]: readonly string[]): string {
  return cluster === undefined ? message : message.replaceAll(`cluster '${cluster}'`, "cluster '*'").replace(/'([^']*)'/g, (quoted, path: string) => (
    path.startsWith(`${cluster}/`) && isConstruct(root, path) ? `'*${path.slice(cluster.length)}'` : quoted
  ));
}

function isConstruct(root: IConstruct, path: string): boolean {
  return path.split('/').reduce<IConstruct | undefined>((construct, id) => construct?.node.tryFindChild(id), root) !== undefined;
}
