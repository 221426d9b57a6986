import { isError, thrownMessage } from './printable';

/** Reasons why the operating system refuses access to a file, by its code of the error. */
const REASONS: { readonly [code: string]: string } = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a folder',
  ELOOP: 'it is a symbolic link, or a loop of them',
  ENOTDIR: 'a part of the path is a file, not a folder',
  ENAMETOOLONG: 'the path is too long',
  EMFILE: 'too many files are open',
  EROFS: 'the file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is exceeded',
  ENUL: 'the path has a NUL character',
};

/** Returns why a file cannot be read: the reason of a system error, or the code of one that is not known here; undefined for other errors. */
export function unreadableReason(error: unknown): string | undefined {
  const code = systemCode(error);
  return code === undefined ? undefined : code === 'ENOENT' ? 'file or folder not found; check the path' : `cannot be read: ${REASONS[code] ?? code}`;
}

/** Returns why something cannot be read, for any error. */
export function whyUnreadable(error: unknown): string {
  return unreadableReason(error) ?? `cannot be read: ${thrownMessage(error)}`;
}

/** Returns the reason of a system error, or undefined if it is unknown. */
export function systemReason(error: unknown): string | undefined {
  return REASONS[systemCode(error) ?? ''];
}

/** Returns the code of a system error, such as ENOENT; for a path with a NUL character, which Node.js refuses itself, ENUL. */
export function systemCode(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  if (code === 'ERR_INVALID_ARG_VALUE' && isError(error) && error.message.includes('without null bytes')) {
    return 'ENUL';
  }
  // Errors of this library also have codes, in lowercase; those of Node.js itself begin with ERR_.
  return typeof code === 'string' && /^E(?!RR_)[A-Z0-9]+$/.test(code) ? code : undefined;
}
