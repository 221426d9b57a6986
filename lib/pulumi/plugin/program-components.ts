import * as pulumi from '@pulumi/pulumi';
import { CONSTRUCT_REFUSED } from '../../gitops/checks/app-checks';
import { append } from '../../text/lists';
import { ClusterApp, type CreatedComponent } from '../program/cluster-app';
import { valueOf } from '../program/output-values';
import type { ProgramChecks } from '../program/program-checks';
import { type ClusterKey, ProgramReview, type ReviewLine } from '../program/program-review';
import { printableMessage } from '../../text/printable';

/** What a component of the program has created in a cluster. */
interface ClusterPart {
  readonly provider: ClusterKey;
  readonly components: readonly CreatedComponent[];
}

/**
 * The components of a program in another language. Pulumi creates them in any order, each as a program of its own; all that exist are checked
 * together each time one is added, so the last one of a conflict finds it, whichever that is. What others may still create is never missing.
 */
export class ProgramComponents {
  /** Parts by the URN of their component: a process may run several operations. */
  readonly #parts = new Map<string, readonly ClusterPart[]>();
  readonly #reported = new Set<string>();
  #added: pulumi.Resource[] = [];
  #waiting: Promise<FoundLines> | undefined;
  #running: Promise<unknown> = Promise.resolve();

  /**
   * Adds a component, and checks it together with all others.
   *
   * @param clusters apps of the component, by Kubernetes provider
   * @param checks checks and policies besides the validations of constructs
   * @throws Error with everything that is wrong with it, or with it and others
   */
  public async add(
    component: pulumi.Resource, clusters: ReadonlyMap<pulumi.ProviderResource | undefined, ClusterApp>, checks: ProgramChecks | undefined,
  ): Promise<void> {
    const parts = await Promise.all([...clusters].map(async ([provider, { components }]) => (
      { provider: provider === undefined ? undefined : await valueOf(provider.urn), components: [...components] }
    )));
    this.#parts.set(await valueOf(component.urn), parts);
    this.#added.push(component);
    // One review is for all components that were added before it starts.
    this.#waiting ??= this.#next(checks);
    const { errors, warnings, notes } = (await this.#waiting).about(component);
    notes.forEach((note) => void pulumi.log.info(printableMessage(note), component));
    warnings.forEach(({ line, resource }) => void pulumi.log.warn(printableMessage(line), resource ?? component));
    if (errors.length > 0) {
      throw new Error(printableMessage(errors.map(({ line }) => line).join('\n')));
    }
  }

  /** Starts a review after the one that is running. */
  #next(checks: ProgramChecks | undefined): Promise<FoundLines> {
    const review = this.#running.then(() => this.#review(checks));
    this.#running = review.catch(() => undefined);
    return review;
  }

  async #review(checks: ProgramChecks | undefined): Promise<FoundLines> {
    this.#waiting = undefined;
    const added = this.#added;
    this.#added = [];
    const clusters = new Map<ClusterKey, ClusterApp>();
    const parts = [...this.#parts.values()].flat();
    for (const { provider, components } of parts) {
      const cluster = clusters.get(provider) ?? new ClusterApp();
      clusters.set(provider, cluster);
      append(cluster.components, components);
    }
    clusters.forEach(({ components }) => components.sort(inOrder));
    const { errors, warnings, notes } = await ProgramReview.of({
      checks: checks?.checks ?? {}, policies: checks?.policies ?? [], description: {}, clusters, covers: () => true, hasEnded: true,
    });
    const isNew = (line: string): boolean => !this.#reported.has(line) && this.#reported.add(line) !== undefined;
    const wanted = ({ id, line }: ReviewLine): boolean => (checks !== undefined || id === CONSTRUCT_REFUSED.id) && isNew(line);
    return new FoundLines(added, {
      errors: errors.filter(wanted), warnings: warnings.filter(wanted), notes: checks === undefined ? [] : notes.filter(isNew),
    });
  }
}

/** Lines of a review. */
type Lines = Pick<ProgramReview, 'errors' | 'warnings' | 'notes'>;

/** What a review found for the first time. */
class FoundLines {
  /** @param added components that were added since the last review */
  public constructor(private readonly added: readonly pulumi.Resource[], private readonly lines: Lines) {}

  /** Returns what is about a component, and what is about none of those that were added. */
  public about(component: pulumi.Resource): Lines {
    const isFirst = component === this.added[0];
    const concerns = ({ resources }: ReviewLine): boolean => (
      resources.includes(component) || (isFirst && !resources.some((resource) => this.added.includes(resource)))
    );
    const { errors, warnings, notes } = this.lines;
    return { errors: errors.filter(concerns), warnings: warnings.filter(concerns), notes: isFirst ? notes : [] };
  }
}

/** Order in which components are created together: that of a program with OLM at first, and otherwise one that does not depend on chance. */
function inOrder(one: CreatedComponent, other: CreatedComponent): number {
  const isOlm = ({ kind }: CreatedComponent): number => (kind === 'OlmInstallation' ? 0 : 1);
  const key = ({ kind, name }: CreatedComponent): string => `${kind}/${name}`;
  return isOlm(one) - isOlm(other) || (key(one) < key(other) ? -1 : 1);
}
