import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { App, Chart, Duration, Testing } from 'cdk8s';
import { load } from 'js-yaml';
import { CatalogRef, ImageCatalog, InstallPlanApproval, OperatorSubscription, OperatorSubscriptionProps } from 'olm-constructs';
import { InClusterProgram, OperatorWaitJob, OperatorWaitJobProps } from 'olm-constructs/gitops';
import { kindsOf, Manifest, namesOf, one, synth } from '../../builders/synthesized';
import { planOf } from '../../builders/upgrade-plan';

const CATALOG = CatalogRef.named('operatorhubio-catalog', 'olm');
const folder = mkdtempSync(join(tmpdir(), 'olm-constructs-jobs-'));
const path = join(folder, 'program.js');
writeFileSync(path, 'console.log("waits")');
const program = InClusterProgram.fromFile(path);

afterAll(() => rmSync(folder, { recursive: true }));

type Files = { readonly [name: string]: string };

interface Pod {
  readonly serviceAccountName: string;
  readonly securityContext: { readonly runAsUser?: number };
  readonly containers: readonly [{ readonly args: readonly string[]; readonly [field: string]: unknown }];
  readonly volumes: readonly { readonly name: string; readonly configMap: { readonly name: string } }[];
}

const podOf = (manifests: readonly Manifest[]): Pod => (one(manifests, 'Job').spec['template'] as { spec: Pod }).spec;
const rulesOf = (manifests: readonly Manifest[], kind: string, namespace?: string): object[] => (
  manifests.find(object => object.kind === kind && object.metadata.namespace === namespace)!['rules'] as object[]
);

function subscribe(chart: Chart, startingCsv?: string, namespace = 'team'): OperatorSubscription {
  const approval = startingCsv === undefined ? {} : { startingCsv, approval: InstallPlanApproval.MANUAL };
  return new OperatorSubscription(chart, `hello-${namespace}`, { catalog: CATALOG, packageName: 'hello', channel: 'stable', namespace, ...approval });
}

function jobFor(startingCsv: string | undefined, props: Partial<OperatorWaitJobProps> = {}): Manifest[] {
  const chart = Testing.chart();
  new OperatorWaitJob(chart, 'wait', { waitFor: [subscribe(chart, startingCsv)], program, ...props });
  return synth(chart);
}

describe('OperatorWaitJob', () => {
  test.each(Array.from({ length: 8 }, (_, index) => 40 + index))('has a valid name for a Subscription whose name has a dot at %i', (dot) => {
    const chart = Testing.chart();
    const name = `${'a'.repeat(dot)}.${'b'.repeat(20)}`;
    new OperatorWaitJob(chart, 'wait', { waitFor: [new OperatorSubscription(chart, 'hello', { name, catalog: CATALOG, packageName: 'hello', namespace: 'team' })], program });
    expect(one(synth(chart), 'Job').metadata.name).toMatch(/^a+(?:\.b+)?-wait-[0-9a-f]+$/);
  });

  test('creates an account with its roles, the program, the manifests, and the Job after what it waits for', () => {
    const manifests = jobFor('hello.v1.0.0');
    const kinds = kindsOf(manifests);

    expect(kinds.filter(kind => kind === 'ConfigMap')).toHaveLength(2);
    expect(kinds.slice(kinds.indexOf('Subscription') + 1)).toContain('Job');
    expect(kinds.at(-1)).toBe('Job');
    expect(one(manifests, 'Job').metadata).toMatchObject({ namespace: 'team', labels: { 'app.kubernetes.io/managed-by': 'olm-constructs' } });
    expect(podOf(manifests).containers[0].args).toEqual(['wait', '-f', '/manifests', '--timeout', '900s', '--record-failures', '--approve']);
  });

  test('passes the Subscription to the program as it is synthesized, with later changes', () => {
    const chart = Testing.chart();
    const subscription = subscribe(chart, 'hello.v1.0.0');
    new OperatorWaitJob(chart, 'wait', { waitFor: [subscription], program });
    subscription.subscription.metadata.addAnnotation('example.com/late', 'yes');
    const manifests = synth(chart);

    const texts = manifests.flatMap(({ data }) => (data as { 'manifests.json'?: string } | undefined)?.['manifests.json'] ?? []);
    const { items } = JSON.parse(texts[0]!) as { items: Manifest[] };
    expect(texts).toHaveLength(1);
    expect(items).toEqual([one(manifests, 'Subscription')]);
    expect(items[0]!.metadata.annotations).toEqual({ 'example.com/late': 'yes', 'olm-constructs/part-of': 'Subscription/team/hello' });
    expect(podOf(manifests).volumes.map(({ configMap: { name } }) => name).sort()).toEqual(namesOf(manifests, 'ConfigMap').sort());
  });

  test('has a name that changes with what it waits for, so that it runs again', () => {
    const [first, same, other] = ['hello.v1.0.0', 'hello.v1.0.0', 'hello.v1.1.0'].map(csv => one(jobFor(csv), 'Job').metadata.name);

    expect(first).toMatch(/^hello-wait-[0-9a-f]{10}$/);
    expect(same).toBe(first);
    expect(other).not.toBe(first);
  });

  test('is a hook of Argo CD on request, with a name that stays', () => {
    expect(one(jobFor('hello.v1.0.0', { argoCdHook: true, annotations: { team: 'a' } }), 'Job').metadata).toMatchObject({
      name: 'hello-wait',
      annotations: { 'argocd.argoproj.io/hook': 'Sync', 'argocd.argoproj.io/hook-delete-policy': 'BeforeHookCreation', 'team': 'a' },
    });
  });

  test('may approve only in the namespaces with pinned operators, and change nothing else', () => {
    const patch = { apiGroups: ['operators.coreos.com'], resources: ['installplans'], verbs: ['patch'] };
    const pinned = jobFor('hello.v1.0.0');

    expect(rulesOf(pinned, 'Role', 'team')).toContainEqual(patch);
    expect(rulesOf(pinned, 'Role', 'olm')).not.toContainEqual(patch);
    expect(rulesOf(jobFor(undefined), 'Role', 'team')).not.toContainEqual(patch);
    expect(rulesOf(jobFor('hello.v1.0.0', { approve: false }), 'Role', 'team')).not.toContainEqual(patch);
    expect(JSON.stringify(pinned.flatMap(object => object['rules'] ?? []))).not.toMatch(/"(delete|update|secrets|\*)"/);
  });

  test.each<['Role' | 'ClusterRole', string, Partial<OperatorWaitJobProps>, readonly string[]]>([
    ['Role', 'team', { recover: 1 }, ['operator-waiter', 'operator-resolution', 'operator-recovery', 'audit-events']],
    ['Role', 'team', { adopt: true }, ['operator-waiter', 'operator-resolution', 'operator-adoption', 'audit-events']],
    ['ClusterRole', '', { recover: 1 }, ['operator-waiter']],
  ])('has the %s of the guide', (kind, namespace, props, names) => {
    const guide = readFileSync(join(__dirname, '../../../docs/reference/waiter-permissions.md'), 'utf8');
    const roles = [...guide.matchAll(/^```yaml\n(.*?)^```$/gms)].map(([, yaml]) => load(yaml!) as Manifest & { rules: object[] });
    const documented = roles.filter(role => role.kind === kind && names.includes(role.metadata.name)).flatMap(({ rules }) => rules)
      // The rule for kube-system is for changes of the kubeconfig, and for removals.
      .filter(rule => !JSON.stringify(rule).includes('kube-system'));
    const emitted = rulesOf(jobFor('hello.v1.0.0', props), kind, namespace === '' ? undefined : namespace);
    const withoutNames = emitted.map(rule => ({ ...rule, resourceNames: undefined }));

    expect(withoutNames).toHaveLength(documented.length);
    expect(withoutNames).toEqual(expect.arrayContaining(documented.map(rule => ({ ...rule, resourceNames: undefined }))));
  });

  describe('of a renamed Subscription', () => {
    const renamed = (props: Partial<OperatorWaitJobProps> = {}, previous: Partial<OperatorSubscriptionProps> = { previousName: 'hello' }): Manifest[] => {
      const chart = Testing.chart();
      const operator = new OperatorSubscription(chart, 'hello', {
        catalog: CATALOG, packageName: 'hello', namespace: 'team', name: 'renamed', operatorGroupName: 'hello', ...previous,
      });
      new OperatorWaitJob(chart, 'wait', { waitFor: [operator, subscribe(chart, undefined, 'other')], namespace: 'team', program, ...props });
      return synth(chart);
    };
    const changing = (manifests: readonly Manifest[], namespace: string): object[] => (
      rulesOf(manifests, 'Role', namespace).filter(found => /"(patch|delete|update)"/.test(JSON.stringify(found)))
    );

    test('hands the operator over, with the rights to change these two Subscriptions and nothing else', () => {
      const manifests = renamed();
      expect(podOf(manifests).containers[0].args).toContain('--adopt');
      expect(changing(manifests, 'team')).toEqual([
        { apiGroups: ['operators.coreos.com'], resources: ['subscriptions/status'], verbs: ['patch'], resourceNames: ['renamed'] },
        { apiGroups: ['operators.coreos.com'], resources: ['subscriptions'], verbs: ['delete'], resourceNames: ['hello'] },
      ]);
    });

    test('may delete no Subscription of a namespace without a renamed one', () => {
      expect(changing(renamed(), 'other')).toEqual([
        { apiGroups: ['operators.coreos.com'], resources: ['subscriptions/status'], verbs: ['patch'], resourceNames: ['hello'] },
      ]);
    });

    test('is refused without adoption', () => {
      expect(() => renamed({ adopt: false })).toThrow("adopt is false, and Subscription 'renamed' has the previousName 'hello', which the Job hands over; omit one of the two");
    });

    test('changes no Subscription by default once the previous name is omitted', () => {
      const manifests = renamed({}, {});
      expect(podOf(manifests).containers[0].args).not.toContain('--adopt');
      expect(changing(manifests, 'team')).toEqual([]);
    });
  });

  test('adopts operators without a Subscription on request', () => {
    const manifests = jobFor('hello.v1.0.0', { adopt: true });
    expect(podOf(manifests).containers[0].args).toContain('--adopt');
    expect(rulesOf(manifests, 'Role', 'team')).toContainEqual(
      { apiGroups: ['operators.coreos.com'], resources: ['subscriptions/status'], verbs: ['patch'], resourceNames: ['hello'] },
    );
    expect(JSON.stringify(rulesOf(manifests, 'Role', 'team'))).not.toContain('"delete"');
  });

  test('adopts nothing without a Subscription to adopt it', () => {
    const chart = Testing.chart();
    const catalog = new ImageCatalog(chart, 'catalog', { image: 'quay.io/example/catalog:1', namespace: 'team' });
    expect(() => new OperatorWaitJob(chart, 'wait', { waitFor: [catalog], adopt: true, program })).toThrow('adopt is true, and waitFor contains no Subscription');
  });

  test('meets the Pod Security profile restricted', () => {
    const pod = podOf(jobFor(undefined));

    expect(pod.securityContext).toEqual({ runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } });
    expect(pod.containers[0]['securityContext']).toEqual({ allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] }, readOnlyRootFilesystem: true });
    expect(podOf(jobFor(undefined, { runAsUser: 0 })).securityContext.runAsUser).toBeUndefined();
  });

  test('shares the program with the other Jobs of its chart', () => {
    const chart = Testing.chart();
    new OperatorWaitJob(chart, 'one', { waitFor: [subscribe(chart)], program, name: 'one' });
    new OperatorWaitJob(chart, 'two', { waitFor: [chart.node.findChild('hello-team')], program, name: 'two' });

    expect(namesOf(synth(chart), 'ConfigMap').filter(name => name === `olm-constructs-${program.digest}`)).toHaveLength(1);
  });

  test('passes its options to the program', () => {
    const { containers: [{ args, image }] } = podOf(jobFor('hello.v1.0.0', {
      stepwise: true, allowedCsvs: ['dep.v1.0.0'], recover: 2, timeout: Duration.minutes(1), image: 'registry.example.com/node:22.19.0',
    }));

    expect(args.slice(3)).toEqual(['--timeout', '60s', '--record-failures', '--approve', '--stepwise', '--allow', 'dep.v1.0.0', '--recover', '2']);
    expect(image).toBe('registry.example.com/node:22.19.0');
  });

  test.each<[string, Partial<OperatorWaitJobProps>, RegExp]>([
    ['props without anything to wait for', { waitFor: [] }, /^\[.*wait\] waitFor contains no Subscription, .*create the Job after them$/],
    ['an unknown prop', { waitfor: [] } as object, /unknown key 'waitfor' in props of OperatorWaitJob/],
    ['an unknown key of the resources', { resources: { request: {} } as object }, /unknown key 'request' in resources; known keys: 'requests', 'limits'/],
    ['approval turned off, with versions to approve', { approve: false, allowedCsvs: ['a.v1'] }, /stepwise and allowedCsvs have no effect with approve: false; remove them/],
    ['an incomplete recovery', { recover: 0.5 }, /recover must be a whole number of 0 or more; got 0\.5/],
    ['a long name', { name: 'x'.repeat(49) }, /is longer than 48 characters.*set a shorter 'name'/],
    ['an invalid name', { name: 'Wait!' }, /name/],
    ['an invalid namespace', { namespace: 'My_Team' }, /namespace/],
  ])('refuses %s', (_, props, message) => {
    expect(() => jobFor('hello.v1.0.0', props)).toThrow(message);
  });

  test('refuses operators in several namespaces without a namespace for its own objects', () => {
    const chart = new Chart(new App(), 'chart');
    const operators = [subscribe(chart), subscribe(chart, undefined, 'other')];

    expect(() => new OperatorWaitJob(chart, 'wait', { waitFor: operators, program })).toThrow(
      "the operators are in several namespaces, 'team', 'other'; set 'namespace' to that of the Job");
    expect(namesOf(synth(new OperatorWaitJob(chart, 'wait-2', { waitFor: operators, program, namespace: 'jobs' }).node.scope as Chart), 'RoleBinding')).toEqual(
      ['jobs.hello-wait', 'jobs.hello-wait', 'jobs.hello-wait']);
  });
});

describe('InClusterProgram', () => {
  const written = (name: string, content: string | Buffer): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };

  test('refuses a file that does not fit into a ConfigMap, even compressed', () => {
    const large = written('large.js', createHash('shake256', { outputLength: 1_010_000 }).update('random').digest());

    expect(() => InClusterProgram.fromFile(large)).toThrow(`${large}: a ConfigMap cannot contain 1.01 MB, its size when compressed with gzip; use a file of at most 1 MB compressed`);
    expect(() => InClusterProgram.fromFile(join(folder, 'none.js'))).toThrow('ENOENT');
  });

  test('is compressed in an immutable ConfigMap, with a program that runs it, whose bytes do not depend on the version of Node.js', () => {
    const content = "console.log('a\u0085b');".repeat(100_000);
    const [configMap] = jobFor(undefined, { program: InClusterProgram.fromFile(written('large.js', content)) })
      .filter(({ metadata }) => metadata.name.startsWith('olm-constructs-')) as unknown as [{ data: Files; binaryData: Files; immutable: boolean }];

    expect(Object.keys(configMap.data)).toEqual(['olm-constructs.js']);
    expect(configMap.immutable).toBe(true);
    expect(configMap.data['olm-constructs.js']!.length).toBeLessThan(200);
    const { 'olm-constructs.js.gz': packed } = configMap.binaryData;
    expect(gunzipSync(Buffer.from(packed!, 'base64')).toString()).toBe(content);
    expect(createHash('sha256').update(packed!).digest('hex')).toBe('6adab4aed7eb0e198589aa280b4f438054c4b1fb0710c53c098f9c5aafba9bc3');
  });

  test('has a digest that changes with the program', () => {
    const digests = ['1', '2', '1'].map((content) => InClusterProgram.fromFile(written('small.js', content)).digest);

    expect(digests[0]).toBe(digests[2]);
    expect(digests[0]).not.toBe(digests[1]);
  });
});

describe('an OperatorWaitJob with an upgrade plan', () => {
  const upgradePlan = planOf(
    { namespace: 'team', packageName: 'hello', before: 'hello.v0.9.0', approvals: ['hello.v1.0.0'] }, { namespace: 'other', packageName: 'x', approvals: ['x.v1.0.0'] },
  );
  const planOfJob = (manifests: readonly Manifest[]): unknown => (
    manifests.flatMap(({ data }) => (data as { 'plan.json'?: string } | undefined)?.['plan.json'] ?? []).map((text): unknown => JSON.parse(text))[0]
  );

  test('passes what the plan contains for its namespaces, with the same rights', () => {
    const [manifests, without] = [jobFor('hello.v1.0.0', { upgradePlan }), jobFor('hello.v1.0.0')];

    expect(podOf(manifests).containers[0].args.slice(-3)).toEqual(['--approve', '--plan', '/manifests/plan.json']);
    expect(planOfJob(manifests)).toEqual({
      planVersion: 1, installPlans: [],
      operators: [{ namespace: 'team', packageName: 'hello', kind: 'changed', before: 'hello.v0.9.0', after: 'hello.v1.0.0', approvals: ['hello.v1.0.0'] }],
    });
    expect(manifests.map(({ rules }) => rules)).toEqual(without.map(({ rules }) => rules));
  });

  test('has a name that changes with the plan, but not with that of other namespaces', () => {
    const nameWith = (before: string, other: string): string => one(jobFor('hello.v1.0.0', { upgradePlan: planOf(
      { namespace: 'team', packageName: 'hello', before, approvals: ['hello.v1.0.0'] }, { namespace: 'other', packageName: 'x', approvals: [other] },
    ) }), 'Job').metadata.name;

    expect(nameWith('hello.v0.9.0', 'x.v1.0.0')).not.toBe(nameWith('hello.v0.8.0', 'x.v1.0.0'));
    expect(nameWith('hello.v0.9.0', 'x.v1.0.0')).toBe(nameWith('hello.v0.9.0', 'x.v2.0.0'));
    expect(nameWith('hello.v0.9.0', 'x.v1.0.0')).not.toBe(one(jobFor('hello.v1.0.0'), 'Job').metadata.name);
  });

  test('uses the plan of its Subscriptions', () => {
    const chart = Testing.chart();
    const subscription = new OperatorSubscription(chart, 'hello', {
      catalog: CATALOG, packageName: 'hello', channel: 'stable', namespace: 'team', startingCsv: 'hello.v1.0.0', approval: InstallPlanApproval.MANUAL, upgradePlan,
    });
    new OperatorWaitJob(chart, 'wait', { waitFor: [subscription], program });
    expect(planOfJob(synth(chart))).toMatchObject({ operators: [{ packageName: 'hello' }] });
  });

  test.each<[string, string, Partial<OperatorWaitJobProps>, string]>([
    ['another version', 'hello.v1.1.0', { upgradePlan }, 'the plan leads to hello.v1.0.0, and Subscription team/hello is pinned to hello.v1.1.0; make the plan again for the present lock'],
    ['other namespaces', 'hello.v1.0.0', { upgradePlan: planOf({ namespace: 'other', packageName: 'x', approvals: ['x.v1.0.0'] }) },
      'the plan is for other/x, and the Subscriptions are for team/hello; use the plan for these'],
    ['versions by name', 'hello.v1.0.0', { upgradePlan, allowedCsvs: ['x'] }, 'upgradePlan lists everything that is approved, so stepwise and allowedCsvs have no effect; remove them'],
    ['approve: false', 'hello.v1.0.0', { upgradePlan, approve: false }, 'upgradePlan has no effect with approve: false; remove it'],
  ])('is an error with %s', (_, csv, props, message) => {
    const chart = Testing.chart();
    expect(() => {
      new OperatorWaitJob(chart, 'wait', { waitFor: [subscribe(chart, csv)], program, ...props });
      const problems = chart.node.findAll().flatMap(({ node }) => node.validate());
      throw new Error(problems.join('\n'));
    }).toThrow(message);
  });
});
