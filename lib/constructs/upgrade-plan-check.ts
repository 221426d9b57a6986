import { InstallPlanApproval } from './install-plan-approval';
import { lockCommand } from './lock-command';
import type { OperatorSubscription } from './operator-subscription';
import { planMisfits } from '../resolve/plan/plan-misfits';
import type { OperatorUpgradePlan } from '../resolve/operator-upgrade-plan';

/** Reports at synthesis that an upgrade plan does not lead to the version of a Subscription. A plan need not include every operator. */
export function checkUpgradePlan(subscription: OperatorSubscription, plan: OperatorUpgradePlan): void {
  const { namespace, name, packageName, startingCsv: csv, approval } = subscription;
  const isPlanned = plan.operators.some(operator => operator.namespace === namespace && operator.packageName === packageName);
  // The command `lock` makes a lock, and only then can a plan be made for it.
  if (isPlanned && lockCommand() === undefined) {
    subscription.node.addValidation({
      validate: () => planMisfits(plan, [{
        namespace, name, packageName, isManual: approval === InstallPlanApproval.MANUAL, ...(csv === undefined ? {} : { csv }),
      }]).map(({ line, message }) => `${plan.source === undefined ? '' : `${plan.source.file}:${line ?? 1}: `}${message}`),
    });
  }
}
