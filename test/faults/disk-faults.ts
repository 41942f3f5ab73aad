/** The simulated faults of a disk, in the order of their bytes in the control file; see disk.c. */
export const DISK_FAULTS = ['full', 'brokenSync', 'brokenRead', 'ignoredSync', 'gone'] as const;
export type DiskFault = (typeof DISK_FAULTS)[number];
