import * as fc from 'fast-check';
import { InstallMode } from 'olm-constructs';
import { deployment, objectsOf, type OperatorParts, titles, webhook } from './operator-bundle';

const name = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,60}[a-z0-9])?$/);
const word = fc.constantFrom('apps', 'batch', '', 'pods', 'secrets', 'get', '*', '<&>');
const rule = fc.record({ verbs: fc.array(word), apiGroups: fc.array(word), resources: fc.array(word) }, { requiredKeys: ['verbs'] });
const permission = fc.record({ serviceAccountName: fc.oneof(fc.constant(''), fc.constant('default'), name), rules: fc.array(rule, { maxLength: 3 }) });

const operator = fc.record({
  deployments: fc.uniqueArray(name, { minLength: 1, maxLength: 3 }),
  permissions: fc.array(permission, { maxLength: 3 }),
  clusterPermissions: fc.array(permission, { maxLength: 3 }),
  webhooks: fc.uniqueArray(name, { maxLength: 3 }),
}).map(({ deployments, webhooks, ...rest }): OperatorParts => ({
  ...rest,
  deployments: deployments.map((each) => deployment(each, { serviceAccountName: deployments[0] })),
  webhooks: webhooks.map((generateName, index) => webhook({ generateName, deploymentName: deployments[index % deployments.length] })),
}));

const installMode = fc.constantFrom(InstallMode.allNamespaces(), InstallMode.ownNamespace(), InstallMode.multiNamespace(['a', 'b']));

describe('plain manifests of any operator', () => {
  it('are the same each time', () => {
    fc.assert(fc.property(operator, installMode, (parts, mode) => {
      const render = (): string => JSON.stringify(objectsOf(parts, { installMode: mode }));
      expect(render()).toBe(render());
    }), { numRuns: 30 });
  });

  it('do not depend on the order of permissions, apart from their own order', () => {
    fc.assert(fc.property(operator, (parts) => {
      const { permissions = [], clusterPermissions = [] } = parts;
      const reversed = { ...parts, permissions: [...permissions].reverse(), clusterPermissions: [...clusterPermissions].reverse() };
      expect(titles(objectsOf(reversed)).sort()).toEqual(titles(objectsOf(parts)).sort());
    }), { numRuns: 30 });
  });

  it('contain no object twice, and only names that the API server accepts', () => {
    fc.assert(fc.property(operator, installMode, (parts, mode) => {
      const objects = objectsOf(parts, { installMode: mode });
      const all = titles(objects);
      expect(new Set(all).size).toBe(all.length);
      for (const { kind, metadata } of objects) {
        expect(metadata.name.length).toBeLessThanOrEqual(kind === 'Service' ? 63 : 64);
        if (kind === 'Service') {
          expect(metadata.name).toMatch(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
        }
      }
    }), { numRuns: 30 });
  });

  it('bind only roles and service accounts that exist', () => {
    fc.assert(fc.property(operator, installMode, (parts, mode) => {
      const objects = objectsOf(parts, { installMode: mode });
      const existing = new Set(titles(objects));
      for (const { kind, metadata, roleRef, subjects } of objects.filter((object) => object.roleRef !== undefined)) {
        const [account] = subjects;
        expect(existing).toContain(`${roleRef!.kind} ${kind === 'RoleBinding' ? `${metadata.namespace}/` : ''}${metadata.name}`);
        expect(account!.name === 'default' || existing.has(`ServiceAccount operators/${account!.name}`)).toBe(true);
      }
    }), { numRuns: 30 });
  });
});
