import { Duration } from 'cdk8s';
import {
  InstallPlanApproval, OperatorRegistry, OperatorServiceAccount, OperatorSubscription, type OperatorSubscriptionArgs, OperatorUpgradeStrategy,
} from '../../lib/pulumi';
import { HELLO } from './hello-bundle';
import { Program } from './program';

interface Manifest {
  readonly kind: string;
  readonly metadata: object;
  readonly spec: object;
}

/** Returns the objects of a subscription to the quickstart's operator, of one kind. */
async function objectsOf(kind: string, args: Partial<OperatorSubscriptionArgs> = {}): Promise<Manifest[]> {
  const { objects } = await Program.run(() => {
    const registry = new OperatorRegistry('hello-catalog', { bundles: [HELLO] });
    new OperatorSubscription('hello', { catalog: registry, ...args });
  });
  return objects.map(({ inputs }) => inputs as unknown as Manifest).filter(object => object.kind === kind);
}

describe('the OperatorSubscription component', () => {
  test('pins the highest version in versionRange', async () => {
    const [subscription] = await objectsOf('Subscription', { versionRange: '^0.1' });

    expect(subscription?.spec).toMatchObject({ startingCSV: 'hello-operator.v0.1.0', installPlanApproval: 'Manual' });
  });

  test('refuses versionRange with automatic approval', async () => {
    await expect(objectsOf('Subscription', { versionRange: '^0.1', approval: InstallPlanApproval.AUTOMATIC })).rejects.toThrow(
      "[OperatorSubscription/hello] versionRange '^0.1' cannot be pinned with automatic approval",
    );
  });

  test('sets what OLM reads from the OperatorGroup', async () => {
    const [group] = await objectsOf('OperatorGroup', {
      unpackTimeout: Duration.minutes(30),
      unpackRetryInterval: Duration.minutes(5),
      upgradeStrategy: OperatorUpgradeStrategy.TECH_PREVIEW_UNSAFE_FAIL_FORWARD,
    });

    expect(group).toMatchObject({
      metadata: {
        annotations: { 'operatorframework.io/bundle-unpack-timeout': '30m', 'operatorframework.io/bundle-unpack-min-retry-interval': '5m' },
      },
      spec: { upgradeStrategy: 'TechPreviewUnsafeFailForward' },
    });
  });

  test('refuses the exclusion of its own catalog', async () => {
    await expect(objectsOf('OperatorGroup', { excludeGlobalCatalogs: true })).rejects.toThrow(
      "[OperatorSubscription/hello] excludeGlobalCatalogs is set, which leaves the catalogs of namespace 'hello-operator'",
    );
  });

  test('creates a ServiceAccount with roles, which are created before the Subscription', async () => {
    const program = await Program.run(() => {
      const registry = new OperatorRegistry('hello-catalog', { bundles: [HELLO] });
      new OperatorSubscription('hello', { catalog: registry, serviceAccount: OperatorServiceAccount.create({ clusterPermissions: true }) });
    });

    expect(program.named('hello/ServiceAccount').inputs).toMatchObject({ metadata: { name: 'hello-operator-installer', namespace: 'hello-operator' } });
    expect(program.named('hello/OperatorGroup').inputs).toMatchObject({ spec: { serviceAccountName: 'hello-operator-installer' } });
    expect(program.named('hello/Subscription').after).toEqual(expect.arrayContaining(['hello/ServiceAccount', 'hello/Role', 'hello/RoleBinding']));
  });
});
