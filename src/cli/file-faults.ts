/** Why a file cannot be read or written, without its path, which has been said; `absent` is what is not there then. */
export function whyNot(error: unknown, absent: 'file' | 'folder'): string {
  const { code = '', message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? `there is no such ${absent}` : (WHY_NOT[code] ?? message);
}

const WHY_NOT: Readonly<Record<string, string>> = {
  EISDIR: 'it is a folder',
  ENOTDIR: 'what should be its folder is a file',
  EACCES: 'this user may not; give this user the right to',
  EROFS: 'its disk is mounted read-only; mount it anew',
  ENOSPC: 'its disk is full; make room there',
};
