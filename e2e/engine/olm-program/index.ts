import * as pulumi from '@pulumi/pulumi';
import { Bundle } from 'olm-constructs/bundle';
import { OperatorRegistry, OperatorSubscription } from 'olm-constructs/pulumi';

/** An operator in a cluster that already runs OLM. Settings of the stack select it. */
const config = new pulumi.Config();
const name = config.get('name') ?? 'wave';
const before = config.get('previousName');
const aliases = (suffix: string): pulumi.Alias[] => (before === undefined ? [] : [{ name: `${before}${suffix}` }]);
const timeouts = { total: config.getNumber('totalSeconds') ?? 120 };
const version = config.get('version');
const channel = config.get('channel');
const subscription = config.get('subscription');
const previousSubscription = config.get('previousSubscription');
const packageName = config.get('package');
const namespace = config.get('namespace') ?? 'wave';
const adopts = config.getBoolean('adoptNamespace') === true;

const registry = new OperatorRegistry(`${name}-catalog`, {
  bundles: config.require('bundles').split(',').map(folder => Bundle.fromDirectory(folder)),
  name: `${namespace}-catalog`,
  wait: { timeouts },
}, { aliases: aliases('-catalog') });

const operator = new OperatorSubscription(name, {
  catalog: registry,
  namespace,
  ...(packageName === undefined ? {} : { packageName }),
  ...(adopts ? { existingNamespace: 'adopt', existingOperatorGroup: 'adopt' } : {}),
  ...(version === undefined ? {} : { version }),
  ...(channel === undefined ? {} : { channel }),
  ...(subscription === undefined ? {} : { name: subscription }),
  ...(previousSubscription === undefined ? {} : { previousName: previousSubscription }),
  wait: {
    timeouts: { ...timeouts, phases: { starting: config.getNumber('startingSeconds') ?? 60 } },
    upgradePath: 'stepwise',
    recover: config.getNumber('recover') ?? 0,
    onDestroy: config.getObject<object>('onDestroy')
      ?? { deleteCrds: true, deleteDependencies: config.getBoolean('deleteDependencies') ?? false },
  },
}, { aliases: aliases('') });

export const csvName = operator.csvName;
export const ready = operator.ready;
