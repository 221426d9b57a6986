import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import * as path from 'node:path';
import { LOOPBACK } from '../control-plane/ports';

/** A self-signed certificate of everything that OLM v1 connects to: its own servers and the image registry. */
export class ServingCertificate {
  /** Path of the certificate. */
  public readonly certificate: string;

  /** Path of its key. */
  public readonly key: string;

  /** Folder with nothing but the certificate, for programs that trust all certificates in a folder. */
  public readonly trusted: string;

  /**
   * @param openssl generates the certificate
   * @param folder empty folder for the files
   * @param dnsNames DNS names besides the loopback address
   */
  public constructor(openssl: string, folder: string, dnsNames: readonly string[]) {
    this.certificate = path.join(folder, 'tls.crt');
    this.key = path.join(folder, 'tls.key');
    this.trusted = path.join(folder, 'trusted');
    const names = [`IP:${LOOPBACK}`, ...dnsNames.map(name => `DNS:${name}`)].join(',');
    execFileSync(openssl, [
      'req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=olm-v1', '-addext', `subjectAltName=${names}`,
      '-keyout', this.key, '-out', this.certificate,
    ], { stdio: 'pipe' });
    mkdirSync(this.trusted);
    copyFileSync(this.certificate, path.join(this.trusted, 'ca.crt'));
  }

  /** The certificate as webhook configurations contain it. */
  public get caBundle(): string {
    return readFileSync(this.certificate).toString('base64');
  }
}
