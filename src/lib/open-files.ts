import { readFileSync } from 'node:fs';

/** How many files this process may open. Infinity if the system does not say. */
export function openFilesLimit(): number {
  try {
    const [, soft] = /^Max open files +(\d+)/m.exec(readFileSync('/proc/self/limits', 'latin1')) ?? [];
    return Number(soft ?? Number.POSITIVE_INFINITY);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EMFILE') return openFiles(); // not even one more can be opened
    return Number.POSITIVE_INFINITY; // no /proc
  }
}

/** Reads the limit without opening a file, which takes longer. */
function openFiles(): number {
  const report = process.report.getReport() as { userLimits: { open_files: { soft: number } } };
  return report.userLimits.open_files.soft;
}
