import { ApiObject } from 'cdk8s';
import { Construct, IConstruct } from 'constructs';
import { lockCommand } from '../../constructs/lock-command';
import { ConstructError } from '../../constructs/model/construct-error';
import { OperatorSubscription } from '../../constructs/operator-subscription';
import { fieldAt } from '../../formats/json/json-value';
import { OperatorUpgradePlan } from '../../resolve/operator-upgrade-plan';
import { planMisfits, type PlannedSubscription } from '../../resolve/plan/plan-misfits';
import { reducedPlan } from '../../resolve/plan/plan-content';
import { OperatorWaitJobProps } from './operator-wait-job-props';
import { waitedApiObjects } from './waited-objects';

/** File of the plan, next to the manifests. */
export const PLAN_FILE = 'plan.json';

/**
 * Returns the JSON of the plan for a Job: the parts about approval, in the namespaces of the Job's Subscriptions. That the plan fits them is checked
 * at synthesis.
 *
 * @throws ConstructError when other props contradict it, or its Subscriptions have different plans
 */
export function jobPlan(job: Construct, props: OperatorWaitJobProps): string | undefined {
  const { upgradePlan: given, waitFor, stepwise, allowedCsvs } = props;
  const plan = given ?? planOf(job, waitFor);
  if (plan === undefined || lockCommand() !== undefined) {
    return undefined;
  }
  if (stepwise === true || allowedCsvs !== undefined) {
    throw new ConstructError(job, 'upgradePlan lists everything that is approved, so stepwise and allowedCsvs have no effect; remove them');
  }
  const subscriptions = (): PlannedSubscription[] => waitedApiObjects(waitFor).filter(({ kind }) => kind === 'Subscription').map(planned);
  job.node.addValidation({
    validate: () => planMisfits(plan, subscriptions()).map(({ line, message }) => (
      `${plan.source === undefined ? '' : `${plan.source.file}:${line ?? 1}: `}${message}`
    )),
  });
  return JSON.stringify(reducedPlan(plan, subscriptions().map(({ namespace }) => namespace)), undefined, 1);
}

function planOf(job: Construct, waitFor: readonly IConstruct[]): OperatorUpgradePlan | undefined {
  const plans = new Set(waitFor.flatMap(construct => construct.node.findAll())
    .flatMap(found => OperatorSubscription.isOperatorSubscription(found) ? found._upgradePlan ?? [] : []));
  if (plans.size > 1) {
    throw new ConstructError(job, `the Subscriptions in waitFor have ${plans.size} upgrade plans; set 'upgradePlan', or create a Job for each`);
  }
  return [...plans][0];
}

function planned(subscription: ApiObject): PlannedSubscription {
  const manifest: unknown = subscription.toJson();
  const text = (...path: string[]): string | undefined => fieldAt(manifest, ...path) as string | undefined;
  const csv = text('spec', 'startingCSV');
  return {
    namespace: text('metadata', 'namespace') ?? '', name: subscription.name, packageName: text('spec', 'name') ?? '',
    isManual: text('spec', 'installPlanApproval') === 'Manual', ...(csv === undefined ? {} : { csv }),
  };
}
