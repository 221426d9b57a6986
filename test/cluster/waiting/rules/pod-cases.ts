import { RuleCase } from './rule-case';
import { Finding } from '../../../../lib/cluster/waiting/explain/explanation';
import { deploymentFindings, podRejection } from '../../../../lib/cluster/waiting/rules/deployments';
import { podFindings } from '../../../../lib/cluster/waiting/rules/pods';
import { conditions, deployment, object, pod } from '../objects';

const outdated = object('plain-op', {
  metadata: { generation: 1 }, spec: { replicas: 1 }, status: { observedGeneration: 1, replicas: 2, updatedReplicas: 1, availableReplicas: 1 },
});

const DEPLOYMENTS: readonly RuleCase[] = [
  { title: 'Deployment that is rolled out', findings: () => deploymentFindings(deployment('plain-op', 1), []), expected: [] },
  { title: 'Deployment without pods', findings: () => deploymentFindings(deployment('plain-op', 0), []), expected: [
    { cause: 'deployment-unavailable', message: 'Deployment demo/plain-op is not available: 0 of 1 pods available' },
  ] },
  { title: 'Deployment with an old pod', findings: () => deploymentFindings(outdated, []), expected: [
    { cause: 'deployment-unavailable', message: 'Deployment demo/plain-op is not rolled out: 1 of 1 pods available, 1 of an older version' },
  ] },
  {
    title: 'Deployment whose pods were rejected before',
    findings: () => deploymentFindings(deployment('plain-op', 0, { conditions: [{ type: 'ReplicaFailure', status: 'False', message: 'exceeded quota' }] }), []),
    expected: [{ cause: 'deployment-unavailable', message: 'Deployment demo/plain-op is not available: 0 of 1 pods available' }],
  },
  {
    title: 'Deployment whose pods a webhook rejects',
    findings: () => deploymentFindings(deployment('plain-op', 0, { conditions: conditions({ type: 'ReplicaFailure', message: 'admission webhook denied it' }) }), []),
    expected: [{ cause: 'pods-rejected', message: 'the pods of Deployment demo/plain-op are rejected: admission webhook denied it' }],
  },
  { title: 'owner whose pods violate Pod Security', findings: () => [podRejection('Job j', 'violates PodSecurity "restricted:latest"')], expected: [
    { cause: 'pod-security', message: 'the Pod Security level of the namespace rejects the pods of Job j: violates PodSecurity "restricted:latest"' },
  ] },
  { title: 'owner whose pods exceed the quota', findings: () => [podRejection('Job j', 'exceeded quota: small')], expected: [
    { cause: 'quota-exceeded', message: 'the quota of the namespace rejects the pods of Job j: exceeded quota: small' },
  ] },
];

const waitingPod = (title: string, container: object, ...expected: Finding[]): RuleCase => (
  { title: `container ${title}`, findings: () => podFindings([pod('p', 'app', { phase: 'Pending', containerStatuses: [{ name: 'c', image: 'i', ...container }] })]), expected }
);

const waiting = (reason: string): object => ({ state: { waiting: { reason, message: 'why' } } });
const ofContainer = (cause: Finding['cause'], message: string): Finding => ({ cause, message: `container c of pod demo/p ${message}` });
const notReady: Finding = { cause: 'pod-not-ready', message: 'pod demo/p is not ready (Pending)' };

const PODS: readonly RuleCase[] = [
  ...['ErrImagePull', 'ImagePullBackOff', 'InvalidImageName', 'ErrImageNeverPull'].map((reason) => (
    waitingPod(`with ${reason}`, waiting(reason), ofContainer('image-pull-failed', `cannot pull image i (${reason}): why`))
  )),
  ...['CrashLoopBackOff', 'RunContainerError'].map((reason) => waitingPod(`with ${reason}`, waiting(reason), ofContainer('container-crash', 'keeps crashing: why'))),
  ...['CreateContainerError', 'CreateContainerConfigError'].map((reason) => (
    waitingPod(`with ${reason}`, waiting(reason), ofContainer('container-config-invalid', `cannot be created (${reason}): why`))
  )),
  waitingPod('that is being created', waiting('ContainerCreating'), notReady),
  waitingPod('that exited with 0', { state: { terminated: { exitCode: 0, message: 'done' } } }, notReady),
  waitingPod('that exited with 3', { state: { terminated: { exitCode: 3, message: 'panic' } } }, ofContainer('container-crash', 'keeps crashing with exit code 3: panic')),
  waitingPod('that crashed before', { ...waiting('CrashLoopBackOff'), lastState: { terminated: { exitCode: 1 } } }, ofContainer('container-crash', 'keeps crashing with exit code 1: why')),
  waitingPod('that ran out of memory before', { ...waiting('CrashLoopBackOff'), lastState: { terminated: { exitCode: 137, reason: 'OOMKilled' } } },
    ofContainer('out-of-memory', 'exceeded its memory limit and was killed')),
  {
    title: 'pod with an init container that fails',
    findings: () => podFindings([pod('p', 'app', { phase: 'Pending', initContainerStatuses: [{ name: 'c', image: 'i', ...waiting('ErrImagePull') }] })]),
    expected: [ofContainer('image-pull-failed', 'cannot pull image i (ErrImagePull): why')],
  },
  { title: 'pod that is ready', findings: () => podFindings([pod('p', 'app', { phase: 'Running', conditions: conditions({ type: 'Ready' }) })]), expected: [] },
  { title: 'pod that has succeeded', findings: () => podFindings([pod('p', 'app', { phase: 'Succeeded' })]), expected: [] },
  {
    title: 'pod that is being deleted',
    findings: () => podFindings([object('p', { metadata: { deletionTimestamp: 'now' }, status: { phase: 'Pending' } })]), expected: [],
  },
  { title: 'pod without a status', findings: () => podFindings([object('p')]), expected: [{ cause: 'pod-not-ready', message: 'pod demo/p is not ready (no phase yet)' }] },
  {
    title: 'pod that is not ready',
    findings: () => podFindings([pod('p', 'app', { phase: 'Running', conditions: [{ type: 'Ready', status: 'False', message: 'containers with unready status: [c]' }] })]),
    expected: [{ cause: 'pod-not-ready', message: 'pod demo/p is not ready (Running): containers with unready status: [c]' }],
  },
  {
    title: 'pod that cannot be scheduled',
    findings: () => podFindings([pod('p', 'app', { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message: 'no node' }] })]),
    expected: [{ cause: 'unschedulable', message: 'pod demo/p cannot be scheduled: no node' }],
  },
  ...([
    ['of which no node has the label', '0/3 nodes are available: 3 node(s) didn\'t match Pod\'s node affinity/selector. preemption: 0/3 nodes are available.',
      { nodeSelector: { disk: 'ssd' } }, 'node-label-missing', 'no node has the labels that it requires: disk=ssd'],
    ['of an older scheduler', "0/1 nodes are available: 1 node(s) didn't match node selector.", { nodeSelector: { disk: 'ssd' } }, 'node-label-missing',
      'no node has the labels that it requires: disk=ssd'],
    ['with a required node affinity', "0/1 nodes are available: 1 node(s) didn't match Pod's node affinity/selector.",
      { affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [
        { matchExpressions: [{ key: 'gpu', operator: 'Exists' }] }, { matchExpressions: [{ key: 'zone', operator: 'In', values: ['a', 'b'] }] },
      ] } } } }, 'node-label-missing', 'no node has the labels that it requires: gpu, or zone in (a, b)'],
    ['that only some nodes lack the label for', "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't match Pod's node affinity/selector.",
      { nodeSelector: { disk: 'ssd' } }, 'unschedulable', "0/3 nodes are available: 1 Insufficient cpu, 2 node(s) didn't match Pod's node affinity/selector."],
  ] as const).map(([title, message, spec, cause, detail]): RuleCase => ({
    title: `pod that cannot be scheduled ${title}`,
    findings: () => podFindings([{
      ...pod('p', 'app', { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'Unschedulable', message }] }), spec,
    }]),
    expected: [{ cause, message: `pod demo/p cannot be scheduled: ${detail}` }],
  })),
  {
    title: 'pod whose scheduling is gated',
    findings: () => podFindings([pod('p', 'app', { phase: 'Pending', conditions: [{ type: 'PodScheduled', status: 'False', reason: 'SchedulingGated' }] })]), expected: [notReady],
  },
];

/** Cases of the rules for Deployments and pods. */
export const POD_CASES: readonly RuleCase[] = [...DEPLOYMENTS, ...PODS];
