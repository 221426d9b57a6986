import type { IConstruct } from 'constructs';
import type { AppChecksOptions } from './app-checks-options';
import { ConstructError } from '../../constructs/model/construct-error';
import type { AppCheck } from '../findings/app-finding';
import type { AppReport } from '../findings/app-report';
import { addAppValidation, checkApp, checkOptions, describedChecks } from './run-checks';

const APP_CHECKS = Symbol.for('olm-constructs.AppChecks');

/**
 * Checks an app as a whole: whether the operators, their OperatorGroups, custom resources and engines fit each other and the cluster. Each `Cluster`
 * of an app is checked separately.
 */
export class AppChecks {
  /**
   * Checks the app whenever it is synthesized. Errors stop synthesis, together with those of the constructs themselves; warnings are printed on
   * stderr.
   *
   * @param scope the app, a `Cluster`, or a construct that contains clusters
   * @param options waivers, and what is in the clusters already
   * @throws ConstructError when the scope is in a cluster or has checks already, an option is unknown, or a waiver has no reason
   */
  public static add(scope: IConstruct, options: AppChecksOptions = {}): void {
    checkOptions(scope, options);
    if (APP_CHECKS in scope) {
      throw new ConstructError(scope, 'AppChecks were added already; pass all options in one call');
    }
    Object.defineProperty(scope, APP_CHECKS, { value: true });
    addAppValidation(scope, () => checkApp(scope, options, false), options.strict ?? false);
  }

  /**
   * Checks the app now. The report also contains the errors and warnings of the constructs themselves, so it has everything that would stop
   * synthesis.
   *
   * @param scope the app, a `Cluster`, or a construct that contains clusters
   * @param options waivers, and what is in the clusters already
   * @throws ConstructError when the scope is in a cluster, an option is unknown, or a waiver has no reason
   */
  public static report(scope: IConstruct, options: AppChecksOptions = {}): AppReport {
    checkOptions(scope, options);
    return checkApp(scope, options, true);
  }

  /** Returns all checks, with their IDs, in the order of their findings. */
  public static describe(): AppCheck[] {
    return describedChecks();
  }

  private constructor() {}
}
