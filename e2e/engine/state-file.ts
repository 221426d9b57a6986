import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { isObject, isSecret, mapSecrets, secret } from './property-values';
import type { ResourceState } from './resource-state';

const CIPHER = 'aes-256-gcm';

/** Content of the file. */
interface Document {
  readonly salt: string;
  readonly resources: readonly ResourceState[];
}

/** The state of a stack in a JSON file, in which secrets are encrypted with a key derived from a passphrase. */
export class StateFile {
  private readonly salt: string;
  private readonly key: Buffer;

  public constructor(private readonly file: string, passphrase: string) {
    this.salt = existsSync(file) ? this.document().salt : randomBytes(16).toString('base64');
    this.key = scryptSync(passphrase, Buffer.from(this.salt, 'base64'), 32);
  }

  /** The raw content of the file. */
  public get content(): string {
    return existsSync(this.file) ? readFileSync(this.file, 'utf8') : '';
  }

  /** Resources of the last save. */
  public load(): ResourceState[] {
    return existsSync(this.file) ? this.document().resources.map(resource => this.decrypted(resource) as ResourceState) : [];
  }

  /** Writes the resources; a crash leaves either the old file or the new one. */
  public save(resources: readonly ResourceState[]): void {
    const encrypted = mapSecrets(resources, inner => this.encrypt(inner));
    writeFileSync(`${this.file}.new`, JSON.stringify({ salt: this.salt, resources: encrypted }));
    renameSync(`${this.file}.new`, this.file);
  }

  private document(): Document {
    return JSON.parse(readFileSync(this.file, 'utf8')) as Document;
  }

  private encrypt(value: unknown): unknown {
    const iv = randomBytes(12);
    const cipher = createCipheriv(CIPHER, this.key, iv);
    const encrypted = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()]);
    return secret([iv, cipher.getAuthTag(), encrypted].map(part => part.toString('base64')).join(':'));
  }

  private decrypted(value: unknown): unknown {
    if (Array.isArray(value)) {
      return value.map(item => this.decrypted(item));
    }
    if (isSecret(value)) {
      const [iv, tag, encrypted] = (value.value as string).split(':').map(part => Buffer.from(part, 'base64')) as [Buffer, Buffer, Buffer];
      const decipher = createDecipheriv(CIPHER, this.key, iv).setAuthTag(tag);
      return secret(this.decrypted(JSON.parse(Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8'))));
    }
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.decrypted(item)])) : value;
  }
}
