import { resourceOfKind } from '../../../lib/formats/schema/kubernetes-manifest';

it.each([
  ['Service', 'services'], ['NetworkPolicy', 'networkpolicies'], ['PriorityClass', 'priorityclasses'], ['Ingress', 'ingresses'],
  ['Endpoints', 'endpoints'], ['Gateway', 'gateways'], ['PrometheusRule', 'prometheusrules'], ['ConsoleQuickStart', 'consolequickstarts'],
  ['ValidatingWebhookConfiguration', 'validatingwebhookconfigurations'], ['VerticalPodAutoscaler', 'verticalpodautoscalers'], ['Box', 'boxes'],
])('the resource of %s is %s', (kind, resource) => {
  expect(resourceOfKind(kind)).toBe(resource);
});
