import { deleting, OPERAND, OPERATOR, remove } from './failures';
import { plainCrd, plainEvent, REFS, running } from './objects';
import { plainRemoval } from '../../../../lib/cluster/waiting/plain/plain-removal';
import { event, object } from '../objects';
import { actionTitles, simulate } from '../simulated-cluster';

const CRD_KEPT = { object: 'CustomResourceDefinition plains.demo.test', reason: 'CRDs are kept' };

describe('the removal of an operator without OLM', () => {
  it('deletes webhooks, Deployments and everything else, and keeps CRDs', () => {
    const removed = remove({});
    expect(actionTitles(removed)).toEqual([
      'delete ValidatingWebhookConfiguration vplain.demo.test', 'delete Deployment plain-op', 'delete ServiceAccount plain-op', 'delete Certificate plain-op-service-cert',
    ]);
    expect(removed.verdict).toMatchObject({ kind: 'done', outcome: { left: [CRD_KEPT] } });
  });

  it('deletes CRDs without objects on request', () => {
    const removed = remove({ crds: true });
    expect(actionTitles(removed).at(-1)).toBe('delete CustomResourceDefinition plains.demo.test');
    expect(removed.verdict).toMatchObject({ kind: 'done', outcome: { left: [] } });
    expect(remove({ crds: ['Other.demo.test'] }).verdict).toMatchObject({ outcome: { left: [{ ...CRD_KEPT, reason: 'Plain.demo.test is not among the kinds whose CRDs are deleted' }] } });
  });

  it('deletes operands while the operator runs, after the webhooks, which could reject that', () => {
    expect(actionTitles(remove({ operands: 'delete', crds: true }, [...running(), OPERAND])).slice(0, 3)).toEqual([
      'delete ValidatingWebhookConfiguration vplain.demo.test', 'delete Plain shop', 'delete Deployment plain-op',
    ]);
  });

  it('deletes objects of its APIs that it contains while it runs, whatever happens to operands', () => {
    const own = { apiVersion: 'demo.test/v1', kind: 'Plain', name: 'shop', namespace: 'demo' };
    const { verdict, ...removed } = remove({ objects: [...REFS, own] }, [...running(), OPERAND]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { left: [CRD_KEPT] } });
    expect(actionTitles({ verdict, ...removed }).slice(1, 3)).toEqual(['delete Plain shop', 'delete Deployment plain-op']);
  });

  it('reports a CRD that stays with a conversion webhook of the operator, and removes the webhook on request', () => {
    const converted = running({ customresourcedefinitions: plainCrd(undefined, { caBundle: 'Q0E=' }) });
    expect(remove({}, converted).verdict).toMatchObject({ kind: 'done', outcome: { left: [CRD_KEPT, {
      object: CRD_KEPT.object, reason: expect.stringContaining('its conversion webhook calls Service demo/plain-op-service, which is deleted') as string,
    }] } });
    const reset = simulate(plainRemoval({ ...OPERATOR, resetConversion: true }), converted, {
      onAction: (action, now) => (action.type === 'reset-conversion' ? [plainEvent(now, 'customresourcedefinitions', plainCrd())] : deleting()(action, now)),
    });
    expect(actionTitles(reset).at(-1)).toBe('reset-conversion CustomResourceDefinition plains.demo.test');
    expect(reset.verdict).toMatchObject({ kind: 'done', outcome: { left: [CRD_KEPT] } });
  });

  it('keeps operands that are ignored, and with them their CRD', () => {
    const { verdict } = remove({ operands: 'ignore', crds: true }, [...running(), OPERAND]);
    expect(verdict).toMatchObject({ kind: 'done', outcome: { left: [
      { object: 'Plain demo/shop', reason: 'operands are ignored' }, { ...CRD_KEPT, reason: 'it still has one object' },
    ] } });
  });

  it('needs no permission for operands that are ignored', () => {
    expect(remove({ operands: 'ignore' }, running(), {}, { problems: { 'plains.demo.test': 'forbidden' } }).verdict.kind).toBe('done');
  });

  it('removes finalizers of operands after a minute with force', () => {
    const stuck = event(0, 'plains', object('shop', { metadata: { deletionTimestamp: 'now', finalizers: ['demo.test/backup'] } }));
    const removed = remove({ operands: 'delete', force: true }, [...running(), stuck]);
    expect(actionTitles(removed).slice(0, 2)).toEqual(['delete ValidatingWebhookConfiguration vplain.demo.test', 'remove-finalizers Plain shop']);
    expect(removed.at).toBeGreaterThanOrEqual(60_000);
  });

  it('continues when the operator is gone, although there are operands, and is done at once if nothing is left', () => {
    const { verdict } = remove({}, [...running({ deployments: undefined }), OPERAND]);
    expect(verdict.kind).toBe('done');
    expect(remove({}, []).verdict.kind).toBe('done');
  });
});
