import type * as pulumi from '@pulumi/pulumi';
import { type AppChecksOptions, checkProgram, CONSTRUCT_REFUSED, refusedReport } from '../../gitops/checks/app-checks';
import { type AppFinding, AppReport } from '../../gitops/checks/app-report';
import { lineOf } from '../../gitops/checks/app-validation';
import { WAIVER_UNUSED } from '../../gitops/checks/app-waiver';
import type { ClusterDescription } from '../../gitops/checks/checked-cluster';
import type { OperatorPolicy } from '../../gitops/policy/operator-policy';
import { FindingSeverity } from '../../validation/model/finding';
import { ClusterApp } from './cluster-app';
import { ownProvider } from '../resources/default-provider';
import { DeployedCluster } from './deployed-cluster';
import type { KubernetesResources } from './kubernetes-resources';

/** The Kubernetes provider of a cluster: a resource of the program, the URN of one of another program, or undefined for the default provider. */
export type ClusterKey = pulumi.ProviderResource | string | undefined;

/** What to check in a program, and how. */
export interface ReviewRequest {
  readonly checks: AppChecksOptions;
  readonly policies: readonly OperatorPolicy[];
  readonly description: ClusterDescription;

  /** Kubernetes resources that the program creates itself. @default - unknown: there may be any, so nothing is missing for certain */
  readonly resources?: KubernetesResources;

  /** Apps of the clusters, by provider. */
  readonly clusters: Map<ClusterKey, ClusterApp>;

  /** Whether the cluster of a provider is to be checked. */
  readonly covers: (provider: ClusterKey) => boolean;

  /** Whether the program created everything, without an error. */
  readonly hasEnded: boolean;
}

/** A message about a resource. */
export interface ReviewLine {
  readonly line: string;

  /** ID of the check. */
  readonly id: string;

  /** Resource to change first. */
  readonly resource: pulumi.Resource | undefined;

  /** All resources that it is about. */
  readonly resources: readonly pulumi.Resource[];
}

/** The findings in one cluster, and what was not checked there. */
interface ClusterReview {
  readonly deployed: DeployedCluster;
  readonly report: AppReport;
  readonly unknown: readonly string[];
  readonly secret: readonly string[];
}

/** The findings in a program. */
export class ProgramReview {
  /** Waits for the outputs of a program, and checks each of its clusters. */
  public static async of(request: ReviewRequest): Promise<ProgramReview> {
    const { resources, clusters, covers, hasEnded, checks } = request;
    // A program that failed has created only a part of it.
    const recorded = hasEnded && resources !== undefined ? resources.recorded : [];
    recorded.map(({ resource }) => ownProvider(resource)).forEach((provider) => clusters.set(provider, clusters.get(provider) ?? new ClusterApp()));
    const covered = hasEnded ? [...clusters].filter(([provider]) => covers(provider)) : [];
    const unseen = resources?.unseen ?? [];
    const isPartial = resources === undefined || unseen.length > 0;
    const reviews: ClusterReview[] = [];
    for (const [provider, cluster] of covered) {
      const own = recorded.filter(({ resource }) => ownProvider(resource) === provider);
      const deployed = await DeployedCluster.of(cluster, { resources: own, withCharts: true });
      reviews.push(reviewed(deployed, request, isPartial));
    }
    return new ProgramReview(reviews, { unseen, isPartial, isStrict: checks.strict === true });
  }

  /** All findings. */
  public readonly report: AppReport;

  public readonly errors: readonly ReviewLine[];
  public readonly warnings: readonly ReviewLine[];

  /** Messages about what was not checked. */
  public readonly notes: readonly string[];

  private constructor(reviews: readonly ClusterReview[], { unseen, isPartial, isStrict }: {
    readonly unseen: readonly string[]; readonly isPartial: boolean; readonly isStrict: boolean;
  }) {
    const unknown = reviews.flatMap((review) => review.unknown);
    const secret = reviews.flatMap((review) => review.secret);
    const isUndecided = isPartial || unknown.length + secret.length > 0;
    // A waiver applies to all clusters, and may apply to what is not checked.
    const isUnused = (finding: AppFinding): boolean => (
      !isUndecided && reviews.every(({ report }) => report.findings.some((other) => isSame(other, finding)))
    );
    const found = reviews.flatMap(({ deployed, report }, index) => report.findings
      .filter((finding) => finding.id !== WAIVER_UNUSED.id || (index === 0 && isUnused(finding)))
      .map((finding) => {
        const resources = finding.paths.map((path) => deployed.resourceAt(path));
        return {
          finding, id: finding.id, line: lineOf(finding), resource: resources[0], resources: resources.filter((each) => each !== undefined),
        };
      }));
    const merged = AppReport.merged(reviews.map(({ report }) => report));
    this.report = AppReport._of(merged.checks, found.map(({ finding }) => finding), merged.waived, merged.unchecked);
    const stops = ({ finding }: { readonly finding: AppFinding }): boolean => isStrict || finding.severity === FindingSeverity.ERROR;
    this.errors = found.filter(stops);
    this.warnings = found.filter((each) => !stops(each));
    this.notes = notesOn(unknown, secret, unseen);
  }
}

/** Returns messages about what was not checked. */
function notesOn(unknown: readonly string[], secret: readonly string[], unseen: readonly string[]): string[] {
  return [
    ...unknown.length === 0 ? [] : [`not checked, because the values are not known yet: ${unknown.join(', ')}; \`pulumi up\` checks what depends on them`],
    ...secret.length === 0 ? [] : [`not checked, because the values are secret: ${secret.join(', ')}`],
    ...unseen.length === 0 ? [] : [
      `the objects of these resources are not checked, and neither is whether namespaces, kinds and APIs are missing: ${unseen.join(', ')}; `
      + 'create PlatformChecks before all other resources. The content of charts and files is never checked',
    ],
  ];
}

function reviewed(deployed: DeployedCluster, { checks, policies, description }: ReviewRequest, isPartial: boolean): ClusterReview {
  if (deployed.refused.length > 0) {
    return { deployed, report: refusedReport(deployed.refused), unknown: [], secret: [] };
  }
  const report = deployed.inOneCluster(() => AppReport.merged([
    checkProgram(deployed.root, checks, { ...description, isPartial }), ...policies.map((policy) => policy.report(deployed.root)),
  ]));
  // Problems of constructs with a value that is not known are ignored, unless they describe the value.
  const isCertain = ({ id, message }: AppFinding): boolean => id !== CONSTRUCT_REFUSED.id || !deployed.hasLate(message);
  const described = (finding: AppFinding): AppFinding => (
    { ...finding, message: deployed.describe(finding.message), remedy: deployed.describe(finding.remedy) }
  );
  const findings = report.findings.filter(isCertain).map(described);
  const waived = report.waived.map((each) => ({ ...each, finding: described(each.finding) }));
  const unchecked = report.unchecked.map((sentence) => deployed.describe(sentence));
  const readsImages = checks.requireDigests === true || policies.some((policy) => policy._checksImages);
  return { deployed, ...deployed.late(readsImages), report: AppReport._of(report.checks, findings, waived, unchecked) };
}

function isSame(one: AppFinding, other: AppFinding): boolean {
  return one.id === other.id && one.message === other.message && one.source === other.source;
}
