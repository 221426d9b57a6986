import { ApiClient, type ApiClientOptions } from '../../../lib/cluster/client/api-client';
import { objectList } from '../../../lib/cluster/client/object-list';
import { CLIENT_TIMEOUTS } from '../../../lib/cluster/client/transport';
import { type FakeAnswer, FakeTransport } from './fake-transport';

/** Timers are fake, and `settled` advances them; promises stay real. */
beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});

afterEach(() => {
  jest.useRealTimers();
});

const GET = { method: 'GET', path: '/api/v1/namespaces/prod/pods?limit=500' } as const;
const SERVER = 'https://one.example:6443';

/** Credentials whose token contains the number of renewals. */
class FakeCredentials {
  public readonly impersonation = {};
  public readonly runningPlugin: string | undefined;
  public calls = 0;
  public renewals = 0;

  public constructor(private readonly renewable: boolean, public readonly hasPluginCertificate: boolean) {}

  public authorization(): Promise<string> {
    this.calls++;
    return Promise.resolve(`Bearer geheim-${this.renewals}`);
  }

  public renew(): boolean {
    this.renewals += this.renewable ? 1 : 0;
    return this.renewable;
  }
}

interface Setting {
  readonly transport: FakeTransport;
  readonly client: ApiClient;
  readonly credentials: FakeCredentials;
  readonly ending: AbortController;
  readonly failures: string[];
  /** Sends a request, and returns its result or the message of its error. */
  readonly request: () => Promise<unknown>;
}

function setting(answers: FakeAnswer[], { renewable = false, hasPluginCertificate = false, server = SERVER } = {}): Setting {
  const transport = new FakeTransport(...answers);
  const credentials = new FakeCredentials(renewable, hasPluginCertificate);
  const options: ApiClientOptions = { credentials, server, random: () => 0, timeouts: CLIENT_TIMEOUTS };
  const client = new ApiClient(() => Promise.resolve(transport), options);
  const ending = new AbortController();
  const failures: string[] = [];
  return {
    transport, client, credentials, ending, failures,
    request: () => client.request({ ...GET, onRetry: (message) => failures.push(message) }, ending.signal).catch((error: Error) => `${error.name}: ${error.message}`),
  };
}

/** Advances the clock until a promise is settled; returns the time this took, in milliseconds. */
async function settled(result: Promise<unknown>): Promise<number> {
  let isSettled = false;
  void result.finally(() => {
    isSettled = true;
  });
  for (let milliseconds = 0; milliseconds < 1_000_000; milliseconds += 5) {
    await new Promise((resolve) => setImmediate(resolve));
    if (isSettled) {
      return milliseconds;
    }
    jest.advanceTimersByTime(5);
  }
  throw new Error('the promise was never settled');
}

const status = (code: number, reason: string, message: string): FakeAnswer => ({ status: code, body: { kind: 'Status', code, reason, message } });
const coded = (code: string): Error => Object.assign(new Error('message of Node.js'), { code });

test('sends the body and headers, and parses the response', async () => {
  const { client, transport, ending } = setting([{ body: { kind: 'Pod', name: 'ü' } }]);
  expect(await client.request({ method: 'PATCH', path: '/api', body: { a: 1 }, type: 'application/merge-patch+json' }, ending.signal))
    .toEqual({ kind: 'Pod', name: 'ü' });
  expect(transport.requests[0]).toMatchObject({
    method: 'PATCH', path: '/api', body: '{"a":1}',
    headers: { 'Accept': 'application/json', 'Authorization': 'Bearer geheim-0', 'Content-Type': 'application/merge-patch+json' },
  });
});

test.each<[string, string, string[]]>([
  ['one warning', '299 - "v1beta1 is deprecated"', ['v1beta1 is deprecated']],
  ['several warnings', '299 - "one, with a comma", 299 kube-apiserver "two \\"quoted\\""', ['one, with a comma', 'two "quoted"']],
  ['control characters', '299 - "\u001b[31mred"', ['\ufffd[31mred']],
  ['other codes and other text', '199 - "old", nonsense', []],
])('reports %s of the API server', async (_, warning, expected) => {
  const { client, ending } = setting([{ body: {}, headers: { warning } }]);
  const warnings: string[] = [];
  await client.request({ ...GET, onWarning: (message) => warnings.push(message) }, ending.signal);
  expect(warnings).toEqual(expected);
});

test('prepends the path of a gateway', async () => {
  const { request, transport } = setting([{}], { server: 'https://gateway/k8s/clusters/c-1' });
  await request();
  expect(transport.requests[0]?.path).toBe(`/k8s/clusters/c-1${GET.path}`);
});

test('waits as long as Retry-After requests', async () => {
  const { request, failures } = setting([{ ...status(429, 'TooManyRequests', 'slow down'), headers: { 'retry-after': '7' } }, { body: { ok: true } }]);
  const result = request();
  expect(await settled(result)).toBe(7000);
  expect(await result).toEqual({ ok: true });
  expect(failures).toEqual(['GET /api/v1/namespaces/prod/pods: slow down']);
});

test('waits until the date that Retry-After requests, by the clock of the server', async () => {
  const headers = { 'retry-after': 'Thu, 01 Jan 2026 00:00:09 GMT', 'date': 'Thu, 01 Jan 2026 00:00:00 GMT' };
  const { request } = setting([{ ...status(503, 'ServiceUnavailable', 'shutting down'), headers }, {}]);
  expect(await settled(request())).toBe(9000);
});

test('backs off even if Retry-After is 0', async () => {
  const { request } = setting([...Array<FakeAnswer>(4).fill({ status: 429, headers: { 'retry-after': '0' } }), {}]);
  expect(await settled(request())).toBe(125 + 250 + 500 + 1000);
});

test.each([500, 502, 503, 504])('retries after %p with growing delays, and reports each retry', async (code) => {
  const { request, failures } = setting([{ status: code, body: 'no healthy upstream\n' }, { status: code, body: '<html>oh</html>' }, { status: code }, {}]);
  const result = request();
  expect(await settled(result)).toBe(125 + 250 + 500);
  expect(await result).toEqual({});
  expect(failures).toEqual([
    `GET /api/v1/namespaces/prod/pods: ${code} no healthy upstream`,
    `GET /api/v1/namespaces/prod/pods: ${code} the response is an HTML page, not an answer of an API server`,
    `GET /api/v1/namespaces/prod/pods: ${code} {}`,
  ]);
});

test('renews rejected credentials once', async () => {
  const renewed = setting([{ status: 401 }, { body: { ok: true } }], { renewable: true });
  expect(await renewed.request()).toEqual({ ok: true });
  expect(renewed.transport.requests.map(({ headers }) => headers['Authorization'])).toEqual(['Bearer geheim-0', 'Bearer geheim-1']);
  expect(renewed.transport.retired).toBe(0);

  const refused = setting([status(401, 'Unauthorized', 'geheim-1 is bad')], { renewable: true });
  expect(await refused.request())
    .toBe(`ApiError: ${SERVER} rejected the credentials of the kubeconfig: they are wrong or have expired`);
  expect(refused.transport.requests).toHaveLength(2);

  const fixed = setting([{ status: 401 }]);
  expect(await fixed.request()).toContain('wrong or have expired');
  expect(fixed.transport.requests).toHaveLength(1);
});

test('uses a renewed certificate on a new connection', async () => {
  const { request, transport } = setting([{ status: 401 }, {}], { renewable: true, hasPluginCertificate: true });
  await request();
  expect(transport.retired).toBe(1);
});

test('names the missing permission, and the minimal role that grants it', async () => {
  const message = 'pods is forbidden: User "system:serviceaccount:ci:up" cannot list resource "pods" in API group "" in the namespace "prod"';
  expect(await setting([status(403, 'Forbidden', message)]).request()).toBe('ApiError: the account \'system:serviceaccount:ci:up\' is not allowed to list pods in '
    + 'namespace \'prod\'; bind it to a Role in namespace \'prod\' with the rule { apiGroups: [""], resources: ["pods"], verbs: ["list","watch"] }');
});

test('reports other errors unchanged', async () => {
  expect(await setting([status(403, 'Forbidden', 'exceeded quota: q')]).request()).toBe('ApiError: GET /api/v1/namespaces/prod/pods: exceeded quota: q');
  expect(await setting([status(404, 'NotFound', 'pods "x" not found')]).request()).toBe('ApiError: GET /api/v1/namespaces/prod/pods: pods "x" not found');
});

/** What an API server answers for a path that it does not serve, as any other server that is written in Go. */
const UNKNOWN_PATH: FakeAnswer = { status: 404, body: '404 page not found\n' };
const FORBIDDEN = { kind: 'Status', code: 403, reason: 'Forbidden', message: 'no' };

test.each<[string, FakeAnswer[]]>([
  ['its version', [UNKNOWN_PATH, { body: { gitVersion: 'v1.31.0' } }]],
  ['a refusal to say it', [UNKNOWN_PATH, { status: 403, body: FORBIDDEN }]],
])('an API server that does not serve a path is known by %s', async (_, answers) => {
  const { request, transport } = setting([...answers, UNKNOWN_PATH]);
  expect(await request()).toBe('ApiError: GET /api/v1/namespaces/prod/pods: 404 404 page not found');
  expect(await request()).toBe('ApiError: GET /api/v1/namespaces/prod/pods: 404 404 page not found');
  expect(transport.requests.map(({ path }) => path)).toEqual([GET.path, '/version', GET.path]);
});

test('asks once for the version, for many requests', async () => {
  const { request, transport } = setting([UNKNOWN_PATH, UNKNOWN_PATH, { body: { gitVersion: 'v1.31.0' } }]);
  expect(await Promise.all([request(), request()])).toEqual(Array(2).fill('ApiError: GET /api/v1/namespaces/prod/pods: 404 404 page not found'));
  expect(transport.requests).toHaveLength(3);
});

test.each<[string, FakeAnswer[]]>([
  ['a web page', [{ status: 404, body: '<html>nginx</html>' }]],
  ['other JSON', [{ status: 404, body: { error: 'not found' } }]],
  ['nothing', [{ status: 404, body: '' }]],
  ['the same text for each path', [UNKNOWN_PATH]],
  ['another version', [UNKNOWN_PATH, { body: { version: '3.1' } }]],
  ['a web page that refuses', [UNKNOWN_PATH, { status: 403, body: '<html>' }]],
])('a server that answers 404 with %s is no cluster without objects', async (_, answers) => {
  expect(await setting(answers).request()).toBe(`ClientError: ${SERVER} answered 404, but not as an API server does, so it is another server, or its path is wrong; `
    + 'correct `server` in the kubeconfig');
});

test('retries a 404 that something in front of the API server answers in its place', async () => {
  const { request, failures } = setting([{ body: { kind: 'PodList', apiVersion: 'v1' } }, { status: 404, body: 'default backend - 404' }, { body: { ok: true } }]);
  await request();
  const result = request();
  await settled(result);
  expect(await result).toEqual({ ok: true });
  expect(failures).toEqual([`something in front of ${SERVER} answered 404 in its place`]);
});

test.each<[string, unknown]>([['null', null], ['an empty object', {}], ['an array', [{ metadata: { name: 'a' } }]], ['a status', { kind: 'Status' }], ['an object', { status: 'ok' }]])(
  '%s is no list', (_, answer) => {
    expect(() => objectList(answer, '/api/v1/pods?limit=5')).toThrow('the response to GET /api/v1/pods is not a list of objects; check that the kubeconfig selects an API server');
  },
);

test('a list may have no items', () => {
  expect(objectList({ kind: 'PodList', apiVersion: 'v1' }, '/')).toEqual([]);
  expect(objectList({ items: null }, '/')).toEqual([]);
});

test('does not repeat a secret that a response contains', async () => {
  expect(await setting([{ status: 400, body: 'bad header Bearer geheim-0' }]).request())
    .toBe('ApiError: GET /api/v1/namespaces/prod/pods: 400 bad header Bearer …');
  expect(await setting([{ body: 'you sent geheim-0', headers: { 'content-type': 'text/plain; charset=utf-8' } }]).request())
    .toBe(`ClientError: ${SERVER} answered with text/plain that is not JSON, so it is not an API server; correct its address in the kubeconfig`);
  expect(await setting([{ body: 'geheim' }]).request()).toContain('answered with content that is not JSON');
});

test.each<[string, FakeAnswer, string]>([
  ['a web page', { body: '<html>geheim', headers: { 'content-type': 'text/html' } }, 'answered with a web page, such as a login page'],
  ['a web page without a type', { body: ' <!doctype html>geheim' }, 'answered with a web page, such as a login page'],
  ['a redirect to a login page', { status: 302, headers: { location: 'https://u:geheim@login.example/?token=geheim' } },
    'redirects to https://login.example (302), such as to a login page'],
  ['a redirect on the same host', { status: 307, headers: { location: '/login?geheim' } }, `redirects to ${SERVER} (307)`],
  ['a redirect without a location', { status: 302, body: '' }, 'redirects without a location (302)'],
  ['a proxy that requires credentials', { status: 407, body: 'geheim' }, 'requires a user and password (407); set them in the URL of the proxy'],
])('reports %s, which a retry does not fix', async (_, answer, message) => {
  const error = await setting([answer]).request();
  expect(error).toMatch(/^ClientError: https:\/\/one\.example:6443 |^ClientError: the proxy in front of /);
  expect(error).toContain(message);
  expect(error).not.toContain('geheim');
});

test('retries a truncated response', async () => {
  const { request, failures } = setting([{ body: '{"half":', headers: { 'content-type': 'application/json' } }, { body: { ok: true } }]);
  const result = request();
  await settled(result);
  expect(await result).toEqual({ ok: true });
  expect(failures).toEqual([`the response from ${SERVER} was cut off`]);
});

test.each<[string, string]>([
  ['ECONNREFUSED', `nothing is listening at ${SERVER} (ECONNREFUSED)`],
  ['ETIMEDOUT', `${SERVER} cannot be reached (ETIMEDOUT)`],
  ['ECONNRESET', `the connection to ${SERVER} was lost (ECONNRESET)`],
])('retries after %s, and reports each retry', async (code, message) => {
  const { request, failures } = setting([{ error: coded(code) }, { cut: coded(code), body: { long: 'answer' } }, { body: { ok: true } }]);
  const result = request();
  expect(await settled(result)).toBe(125 + 250);
  expect(await result).toEqual({ ok: true });
  expect(failures).toEqual([message, message]);
});

test.each<[string, string]>([
  ['ENOTFOUND', `ClientError: the host of ${SERVER} cannot be resolved; check that the kubeconfig and context select the right cluster, and that it exists`],
  ['CERT_HAS_EXPIRED', `ClientError: the certificates of ${SERVER} and of the kubeconfig do not match (CERT_HAS_EXPIRED); renew the kubeconfig`],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', 'ClientError: the certificates of'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', `ClientError: ${SERVER} does not use TLS`],
  ['ERR_INVALID_ARG_TYPE', 'Error: message of Node.js'],
])('fails at once with %s', async (code, message) => {
  const { request, transport } = setting([{ error: coded(code) }]);
  expect(await request()).toContain(message);
  expect(transport.requests).toHaveLength(1);
});

test('retries a host that could be resolved before', async () => {
  const { request } = setting([{}, { error: coded('ENOTFOUND') }, { body: { ok: true } }]);
  await request();
  const again = request();
  await settled(again);
  expect(await again).toEqual({ ok: true });
});

test('retries without a response', async () => {
  const { request, failures } = setting([{ silent: true }, { body: { ok: true } }]);
  const result = request();
  expect(await settled(result)).toBe(75_000 + 125);
  expect(await result).toEqual({ ok: true });
  expect(failures).toEqual([`${SERVER} did not answer for 75 s`]);
});

test.each<[string, FakeAnswer]>([
  ['for a response', { silent: true }], ['for the next retry', { status: 503, headers: { 'retry-after': '600' } }],
])('ends with the signal while waiting %s', async (_, answer) => {
  const { request, ending } = setting([answer]);
  const result = request();
  await new Promise((resolve) => setImmediate(resolve));
  ending.abort(new Error('enough'));
  expect(await settled(result)).toBe(0);
  expect(await result).toBe('Error: enough');
  expect(jest.getTimerCount()).toBe(0);
});

test('sends nothing if the signal is already aborted', async () => {
  const { request, ending, transport } = setting([{}]);
  ending.abort(new Error('enough'));
  expect(await request()).toBe('Error: enough');
  expect(transport.requests).toEqual([]);
});
