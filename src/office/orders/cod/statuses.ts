import type { CodStatus } from '../../../domain/orders/states.ts';

/** As tabs show them: what hurts most comes first. */
export const COD_STATUSES = ['collected', 'pending', 'remitted', 'failed'] as const satisfies readonly CodStatus[];
