import { deployment, objectsOf, only } from './operator-bundle';

const AFFINITY = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields: [{ key: 'a', operator: 'Exists' }] }] } };
const POD_AFFINITY = { requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'zone' }] };

const POD = {
  nodeSelector: { own: 'yes' },
  tolerations: [{ key: 'a' }],
  affinity: { nodeAffinity: AFFINITY },
  volumes: [{ name: 'data', emptyDir: {} }],
  containers: [{
    name: 'demo',
    env: [{ name: 'A', value: '1' }, { name: 'B', value: '2' }],
    envFrom: [{ secretRef: { name: 's' } }],
    resources: { limits: { cpu: '1' } },
    volumeMounts: [{ name: 'data', mountPath: '/data' }],
  }],
};

/** Returns the pod of a deployment after a deployment config was applied to it. */
function podWith(deploymentConfig: { [field: string]: unknown }, pod: object = POD): typeof POD {
  return only(objectsOf({ deployments: [deployment('demo', pod)] }, { deploymentConfig }), 'Deployment').spec.template.spec as typeof POD;
}

function containerWith(deploymentConfig: { [field: string]: unknown }): (typeof POD.containers)[number] {
  return podWith(deploymentConfig).containers[0]!;
}

describe('a deployment config', () => {
  it('replaces variables of the same name, and adds others', () => {
    expect(containerWith({ env: [{ name: 'B', value: 'new' }, { name: 'C', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }] }).env)
      .toEqual([{ name: 'A', value: '1' }, { name: 'B', value: 'new' }, { name: 'C', valueFrom: { fieldRef: { fieldPath: 'metadata.name' } } }]);
  });

  it('adds sources of variables that are not there', () => {
    expect(containerWith({ envFrom: [{ secretRef: { name: 's' } }, { configMapRef: { name: 'c' } }] }).envFrom)
      .toEqual([{ secretRef: { name: 's' } }, { configMapRef: { name: 'c' } }]);
  });

  it('replaces volumes and mounts of the same name, and adds others', () => {
    const config = {
      volumes: [{ name: 'data', hostPath: { path: '/data' } }, { name: 'more', emptyDir: { sizeLimit: '1024Mi' } }],
      volumeMounts: [{ name: 'data', mountPath: '/elsewhere' }, { name: 'more', mountPath: '/more' }],
    };
    expect(podWith(config).volumes).toEqual([{ name: 'data', hostPath: { path: '/data' } }, { name: 'more', emptyDir: { sizeLimit: '1Gi' } }]);
    expect(containerWith(config).volumeMounts).toEqual(config.volumeMounts);
  });

  it('writes volumes as Go does', () => {
    const volumes = [
      { name: 'claim', ephemeral: { volumeClaimTemplate: { spec: { storageClassName: '', accessModes: ['ReadWriteOnce'] } } } },
      { name: 'projected', projected: {} },
    ];
    expect(podWith({ volumes }).volumes.slice(1)).toEqual([
      { name: 'claim', ephemeral: { volumeClaimTemplate: { metadata: {}, spec: { storageClassName: '', accessModes: ['ReadWriteOnce'], resources: {} } } } },
      { name: 'projected', projected: { sources: null } },
    ]);
  });

  it('adds tolerations that are not there', () => {
    expect(podWith({ tolerations: [{ key: 'a' }, { key: 'b' }] }).tolerations).toEqual([{ key: 'a' }, { key: 'b' }]);
  });

  it('replaces resources', () => {
    expect(containerWith({ resources: { requests: { memory: '0.5Gi' } } }).resources).toEqual({ requests: { memory: '512Mi' } });
    expect(containerWith({ resources: {} }).resources).toEqual({});
  });

  it('replaces the node selector', () => {
    expect(podWith({ nodeSelector: { other: 'yes' } }).nodeSelector).toEqual({ other: 'yes' });
    expect(podWith({ nodeSelector: {} })).not.toHaveProperty('nodeSelector');
  });

  it('replaces parts of the affinity', () => {
    expect(podWith({ affinity: { podAffinity: POD_AFFINITY } }).affinity).toEqual({ nodeAffinity: AFFINITY, podAffinity: POD_AFFINITY });
    expect(podWith({ affinity: { nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: {} }] } } }).affinity)
      .toEqual({ nodeAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{ weight: 1, preference: {} }] } });
  });

  it.each([
    ['{}', {}],
    ['a part that is empty', { nodeAffinity: {} }],
    ['a part without terms', { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [] } } }],
  ])('removes the affinity with %s', (_, affinity) => {
    expect(podWith({ affinity })).not.toHaveProperty('affinity');
  });

  it('removes one part of the affinity', () => {
    const pod = { ...POD, affinity: { nodeAffinity: AFFINITY, podAffinity: POD_AFFINITY } };
    expect(podWith({ affinity: { nodeAffinity: {} } }, pod).affinity).toEqual({ podAffinity: POD_AFFINITY });
  });

  it('adds annotations to the Deployment and its pods, where there are none', () => {
    const object = only(objectsOf({ annotations: { a: 'csv' } }, { deploymentConfig: { annotations: { a: 'config', b: 'config' } } }), 'Deployment');
    expect(object.metadata.annotations).toEqual({ a: 'config', b: 'config' });
    expect(object.spec.template.metadata.annotations).toMatchObject({ a: 'csv', b: 'config' });
  });

  it('applies to every container, and leaves the rest unchanged', () => {
    const pod = podWith({ env: [{ name: 'X' }] }, { ...POD, containers: [{ name: 'a' }, { name: 'b' }], initContainers: [{ name: 'init' }] });
    expect(pod).toEqual({
      ...POD,
      containers: [{ name: 'a', env: [{ name: 'X' }], resources: {} }, { name: 'b', env: [{ name: 'X' }], resources: {} }],
      initContainers: [{ name: 'init', resources: {} }],
    });
  });

  it('that is empty changes nothing', () => {
    expect(podWith({})).toEqual(POD);
  });
});
