import { GracePeriod } from '../../../../lib/cluster/waiting/explain/known-cause';
import { KNOWN_CAUSES } from '../../../../lib/cluster/waiting/explain/known-causes';

const CAUSES = Object.entries(KNOWN_CAUSES);

const withGrace = (grace: GracePeriod): string[] => CAUSES.filter(([, cause]) => cause.grace === grace).map(([name]) => name).sort();

describe('the known causes', () => {
  it('end a wait at once if they never go away by themselves', () => {
    expect(withGrace('none')).toEqual([
      'access-denied', 'api-owned-by-another', 'csv-component-failed', 'csv-invalid', 'extension-invalid', 'image-reference-invalid',
      'invalid-credentials', 'kind-unsupported', 'newer-version-installed', 'olm-config-ignored', 'olm-elsewhere', 'olm-exists', 'olm-v1-blocked', 'operands-at-risk',
      'operands-remaining', 'operators-remaining', 'plan-api-missing', 'plan-breaks-objects', 'plan-failed', 'plan-removes-stored-version',
      'request-rejected', 'rollout-deadline-exceeded', 'subscription-of-another-package',
    ]);
  });

  it('end a wait soon if they may have been observed halfway through a change', () => {
    expect(withGrace('terminal')).toEqual([
      'bundle-deprecated', 'bundle-unsupported', 'catalog-image-invalid', 'catalog-invalid', 'catalog-missing', 'catalogs-ambiguous',
      'channel-unknown', 'cluster-catalog-disabled', 'cluster-catalog-missing', 'conversion-webhook-failed', 'crd-names-conflict',
      'crd-upgrade-unsafe', 'csv-missing', 'csv-without-subscription', 'dependency-missing', 'extension-account-missing', 'install-mode-unsupported',
      'kubernetes-too-old', 'min-kube-version-invalid', 'namespace-missing', 'namespace-terminating', 'object-missing', 'object-outdated',
      'object-owned-by-another', 'olm-missing', 'olm-v1-missing', 'operator-group-conflict', 'operator-group-missing',
      'operator-group-service-account', 'package-subscribed-twice', 'package-unknown', 'plan-not-allowed', 'rukpak-bundle-unsupported',
      'rukpak-crd-upgrade-unsafe', 'rukpak-missing', 'rukpak-object-exists', 'rukpak-release-too-large', 'several-csvs-without-subscription',
      'subscription-missing', 'too-many-operator-groups', 'unpack-failed', 'upgrade-plan-exceeded', 'upgrade-plan-out-of-order', 'version-unknown',
    ]);
  });

  it('end a wait late if OLM often recovers from them', () => {
    expect(withGrace('transient')).toEqual([
      'api-missing', 'api-server-unreachable', 'bundle-not-found', 'cert-manager-missing', 'channel-invalid', 'constraints-not-satisfiable',
      'csv-failed', 'extension-rights-missing', 'image-not-found', 'image-unauthorized', 'olm-v1-retrying', 'package-conflict',
      'registry-unreachable', 'registry-untrusted', 'rukpak-content-unreadable', 'rukpak-install-failed', 'rukpak-unpack-failed', 'successor-missing',
    ]);
  });

  it('only explain a timeout otherwise', () => {
    expect(withGrace('timeout')).toEqual([
      'api-service-unavailable', 'ca-not-injected', 'catalog-unreachable', 'certificate-not-ready', 'cluster-catalog-not-served',
      'container-config-invalid', 'container-crash', 'crd-cleanup-delayed', 'crd-not-established', 'crd-of-replaced-version',
      'crd-version-not-served', 'csv-start-timeout', 'deletion-pending', 'deployment-missing', 'deployment-outdated', 'deployment-unavailable',
      'finalizers-remaining', 'image-pull-failed', 'kubernetes-version-unknown', 'namespace-stuck', 'native-api-missing', 'no-upgrade-path',
      'node-label-missing', 'not-inspected', 'olm-not-running', 'olm-v1-idle', 'out-of-memory', 'owned-crd-missing', 'permissions-missing',
      'plan-forbidden', 'plan-not-owned', 'plan-requires-approval', 'plan-retrying', 'pod-not-ready', 'pod-security', 'pods-rejected',
      'quota-exceeded', 'required-api-service-missing', 'required-crd-missing', 'requirement-missing', 'requirement-outdated', 'resolution-error',
      'resolution-outdated', 'revision-unavailable', 'rukpak-idle', 'rukpak-unhealthy', 'service-account-missing', 'service-account-of-another', 'unexplained', 'unpacking',
      'unschedulable', 'upgrade-blocked', 'upgrade-from-failed', 'warning-event', 'webhook-unreachable',
    ]);
  });

  it('are recoverable if OLM starts again once the failed object is deleted', () => {
    expect(CAUSES.filter(([, { recoverable }]) => recoverable).map(([name]) => name).sort()).toEqual([
      'csv-component-failed', 'csv-failed', 'csv-invalid', 'csv-missing', 'plan-api-missing', 'plan-failed', 'unpack-failed',
    ]);
  });

  it.each(CAUSES.map(([name, { remedy }]) => [name, remedy]))('have a remedy in the style of the others: %s', (_, remedy) => {
    expect(remedy).toMatch(/^(?:[a-z]|OLM )\S+.{20,}[^.]$/);
  });
});
