import * as pulumi from '@pulumi/pulumi';
import type { BundleEngine } from '../../constructs/engines/bundle-engine';
import type { OlmV1Props } from '../../constructs/olm-v1/olm-v1-target';
import { defined } from '../../formats/json/defined';
import { pickOptions } from '../../formats/options/check-options';
import type { AppChecksOptions } from '../../gitops/checks/app-checks';
import type { AppReport } from '../../gitops/checks/app-report';
import type { OperatorPolicy } from '../../gitops/policy/operator-policy';
import { ClusterApp, currentStack } from '../program/cluster-app';
import { checkComponent } from '../program/component-options';
import { ownProvider } from '../resources/default-provider';
import { addChecker, checkersOf, endOfProgram, failure, programEnd } from '../program/end-checks';
import { KubernetesResources } from '../program/kubernetes-resources';
import { validateChecks } from '../program/program-checks';
import { type ClusterKey, ProgramReview } from '../program/program-review';
import { pulumiType } from '../program/pulumi-types';
import { checkArgs } from '../resources/check-args';
import { printableMessage } from '../../text/printable';

/** Arguments of `PlatformChecks`. */
export interface PlatformChecksArgs extends AppChecksOptions {
  /**
   * Policies for all operators and objects of the program.
   *
   * @default - none
   */
  readonly policies?: OperatorPolicy[];

  /**
   * Engine that is to install all operators. It does not change which engine a component uses.
   *
   * @default - any
   */
  readonly engine?: BundleEngine;

  /**
   * OLM v1 of the cluster: the release whose CRDs must accept ClusterCatalogs and ClusterExtensions that no component creates.
   *
   * @default - unknown: such objects are not checked against CRDs
   */
  readonly olmV1?: OlmV1Props;
}

/**
 * Checks a program as a whole, like `AppChecks` and `OperatorPolicy` an app: its components, its charts, and the Kubernetes resources that it creates
 * itself after this one, so create it first. Components with different providers are in different clusters, and are not compared with each other.
 *
 * The checks run at the end of the program, in previews and updates, with the values of outputs. Errors fail the preview or update; warnings are
 * warnings of the resources that they are about. What depends on a value that is unknown or secret is not checked, and a message lists it.
 *
 * With a `provider`, it checks only what has this provider, and otherwise everything that no other `PlatformChecks` checks.
 */
export class PlatformChecks extends pulumi.ComponentResource {
  /** All findings, once the program has ended and the values of its outputs are known. */
  public readonly report: Promise<AppReport>;

  /**
   * @param name name of the component
   * @param args waivers, policies, and what is in the clusters already
   * @param options options of the component, of which `provider` selects the cluster
   * @throws Error if a key is unknown, a waiver has no reason, policies contradict each other, or the cluster has `PlatformChecks` already
   */
  public constructor(name: string, args: PlatformChecksArgs = {}, options: pulumi.ComponentResourceOptions = {}) {
    const what = `args of PlatformChecks '${name}'`;
    checkArgs(what, 'PlatformChecksArgs', args, new.target !== PlatformChecks);
    const checks = pickOptions('AppChecksOptions', args);
    const { policies = [], engine, olmV1 } = args;
    validateChecks(what, { checks, policies });
    checkComponent('PlatformChecks', name, options);
    super(pulumiType('PlatformChecks'), name, {}, options);
    const provider = ownProvider(this);
    const clusters = ClusterApp.all();
    const checkers = checkersOf(currentStack());
    const covers = (other: ClusterKey): boolean => (
      provider === undefined ? !checkers.some((checker) => checker.provider !== undefined && checker.provider === other) : provider === other
    );
    let hasBegun = false;
    addChecker({
      name, provider, covers: (cluster) => [...clusters].some(([other, app]) => app === cluster && covers(other)), hasBegun: () => hasBegun,
    });
    const resources = KubernetesResources.record();
    const review = endOfProgram().then((hasEnded) => {
      hasBegun = hasEnded;
      return ProgramReview.of({ checks, policies, description: defined({ engine, olmV1 }), resources, clusters, covers, hasEnded });
    });
    this.report = review.then(({ report }) => report);
    // The promise keeps the program running until the checks have run.
    this.registerOutputs(review.then((found) => {
      this.#print(found);
      return {};
    }));
  }

  #print({ notes, warnings, errors }: ProgramReview): void {
    notes.forEach((note) => void pulumi.log.info(printableMessage(note), this));
    warnings.forEach(({ line, resource }) => void pulumi.log.warn(printableMessage(line), resource ?? this));
    if (errors.length > 0) {
      programEnd.fail(failure(errors, errors.length === 1 ? errors[0]!.resource ?? this : this));
    }
  }
}
