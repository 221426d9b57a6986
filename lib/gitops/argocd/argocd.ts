import { Construct, IConstruct } from 'constructs';
import { apiObjectsIn } from '../../constructs/model/chart-objects';
import { ConstructError } from '../../constructs/model/construct-error';
import { checkEnum, checkOptionsIn } from '../../constructs/model/prop-checks';
import { omitEmptyPaths } from '../../constructs/model/root-problems';
import { checkArguments } from '../../formats/options/check-arguments';
import { ArgoCdHook, ArgoCdHookDeletePolicy, HOOK, HOOK_DELETE_POLICY } from './argocd-annotations';
import { ArgoCdPrepareOptions, ArgoCdTracking } from './prepare-options';
import { PreparedScope } from './prepared-scope';
import { printableValidation } from '../../constructs/model/printable-validation';

/** Property of a prepared construct, so that all copies of this library share it. */
const PREPARED = Symbol.for('olm-constructs.ArgoCdPrepared');

/** Prepares the objects of an app for Argo CD. */
export class ArgoCd {
  /**
   * Adds to the objects of a construct what Argo CD needs to install them in order, to detect when they are ready, and to remove them safely:
   *
   * - sync waves, from the dependencies of the constructs: CRDs and Namespaces, OLM, packageserver, catalogs, operators, and then everything else
   * - the sync options `ServerSideApply`, `Prune`, `Delete`, `PruneLast` and `SkipDryRunOnMissingResource`, where they are needed
   * - the `Operator` of each Subscription, in which OLM reports on the operator, with the Subscription's annotation `olm-constructs/wanted-csv`
   *
   * This happens at synthesis, for the objects of all constructs, including those of other libraries. Annotations that they set are never changed.
   * Call it after the dependencies between charts have been declared. A cycle is an error at synthesis.
   *
   * @param scope a chart, a `Cluster`, or the app
   * @param options options
   * @throws ConstructError when an option is unknown or invalid, or the construct or one of its scopes is prepared already
   */
  public static prepare(scope: Construct, options: ArgoCdPrepareOptions = {}): void {
    checkArguments('ArgoCd.prepare', { scope });
    checkOptionsIn(scope, 'options of ArgoCd.prepare', 'ArgoCdPrepareOptions', options);
    const { tracking = ArgoCdTracking.ANNOTATION, operandGroups = [] } = options;
    if (!Object.values(ArgoCdTracking).includes(tracking)) {
      throw new ConstructError(scope, `tracking '${String(tracking)}' is unknown; set one of ${Object.values(ArgoCdTracking).join(', ')}`);
    }
    const invalid = operandGroups.find(group => group === '' || group.includes('/'));
    if (invalid !== undefined) {
      throw new ConstructError(scope, `operandGroups has '${invalid}'; set API groups without a version, such as 'keda.sh'`);
    }
    const prepared = scope.node.scopes.find(construct => PREPARED in construct);
    if (prepared !== undefined) {
      throw new ConstructError(scope, `'${prepared.node.path}' is prepared for Argo CD already; call ArgoCd.prepare once`);
    }
    Object.defineProperty(scope, PREPARED, { value: true });
    const prepare = new PreparedScope(scope, options);
    scope.node.addValidation(printableValidation(() => prepare.apply()));
    omitEmptyPaths(scope);
  }

  /**
   * Turns the objects of a construct, such as a Job, into hooks. Hooks are not part of the health of the Application.
   *
   * @param construct the construct
   * @param hook when Argo CD runs it
   * @param deletePolicies when Argo CD deletes the objects; by default, before it creates a new hook of the same name
   * @throws ConstructError when the hook or a policy is unknown
   */
  public static hook(construct: IConstruct, hook: ArgoCdHook, ...deletePolicies: ArgoCdHookDeletePolicy[]): void {
    checkArguments('ArgoCd.hook', { construct });
    checkEnum(construct, 'hook', 'ArgoCdHook', hook);
    deletePolicies.forEach((policy, index) => checkEnum(construct, `deletePolicies[${index}]`, 'ArgoCdHookDeletePolicy', policy));
    for (const object of apiObjectsIn(construct.node.findAll())) {
      object.metadata.addAnnotation(HOOK, hook);
      if (deletePolicies.length > 0) {
        object.metadata.addAnnotation(HOOK_DELETE_POLICY, deletePolicies.join(','));
      }
    }
  }

  private constructor() {}
}
