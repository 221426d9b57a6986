import { createSign, generateKeyPairSync } from 'node:crypto';

/** A certificate and its key, as PEM. */
export interface Identity {
  readonly cert: string;
  readonly key: string;
}

/** A value in DER: tag, length, content. */
function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const length = content.length < 128 ? [content.length] : [0x82, content.length >> 8, content.length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...length]), content]);
}

const sequence = (...parts: Buffer[]): Buffer => der(0x30, ...parts);
const hex = (text: string): Buffer => Buffer.from(text, 'hex');

const ECDSA_WITH_SHA256 = sequence(hex('06082a8648ce3d040302'));
const COMMON_NAME = hex('0603550403');
const ALTERNATIVE_NAMES = hex('0603551d11');
const BASIC_CONSTRAINTS = hex('0603551d13');
const TRUE = hex('0101ff');

/** Creates a self-signed certificate for 127.0.0.1, localhost and another name, with a new key. */
export function selfSigned(other = 'registry.example'): Identity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('olm-constructs tests')))));
  const names = sequence(der(0x82, Buffer.from('localhost')), der(0x82, Buffer.from(other)), der(0x87, Buffer.from([127, 0, 0, 1])));
  const toSign = sequence(
    der(0xa0, hex('020102')),
    hex('020101'),
    ECDSA_WITH_SHA256,
    name,
    sequence(der(0x18, Buffer.from('20200101000000Z')), der(0x18, Buffer.from('21200101000000Z'))),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(
      sequence(BASIC_CONSTRAINTS, TRUE, der(0x04, sequence(TRUE))),
      sequence(ALTERNATIVE_NAMES, der(0x04, names)),
    )),
  );
  const signature = createSign('sha256').update(toSign).sign(privateKey);
  const certificate = sequence(toSign, ECDSA_WITH_SHA256, der(0x03, Buffer.from([0]), signature));
  const lines = certificate.toString('base64').match(/.{1,64}/g)!.join('\n');
  return { cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`, key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString() };
}
