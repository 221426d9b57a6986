import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import * as path from 'node:path';

const PROXY_USER = 'front-proxy';

/**
 * Arguments with which an API server passes requests on to aggregated API servers, such as packageserver, through an HTTP
 * proxy on a Unix socket.
 *
 * @param openssl generates the client certificate by which the others recognize the API server
 * @param folder folder for the certificate
 * @param proxySocket Unix socket of the proxy
 */
export function aggregationArguments(openssl: string, folder: string, proxySocket: string): string[] {
  const certificate = path.join(folder, 'front-proxy.crt');
  const key = path.join(folder, 'front-proxy.key');
  // Self-signed, so it is its own certificate authority.
  execFileSync(openssl, [
    'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', `/CN=${PROXY_USER}`,
    '-addext', 'extendedKeyUsage=clientAuth', '-keyout', key, '-out', certificate,
  ], { stdio: 'pipe' });
  const egress = path.join(folder, 'egress.json');
  writeFileSync(egress, JSON.stringify({
    apiVersion: 'apiserver.k8s.io/v1beta1',
    kind: 'EgressSelectorConfiguration',
    egressSelections: [
      { name: 'cluster', connection: { proxyProtocol: 'HTTPConnect', transport: { uds: { udsName: proxySocket } } } },
    ],
  }));
  return [
    `--proxy-client-cert-file=${certificate}`,
    `--proxy-client-key-file=${key}`,
    `--requestheader-client-ca-file=${certificate}`,
    `--requestheader-allowed-names=${PROXY_USER}`,
    '--requestheader-username-headers=X-Remote-User',
    '--requestheader-group-headers=X-Remote-Group',
    '--requestheader-extra-headers-prefix=X-Remote-Extra-',
    `--egress-selector-config-file=${egress}`,
  ];
}
