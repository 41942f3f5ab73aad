import { hasManyVariants } from '../../domain/catalogue/product-lookup.ts';
import type { StoreContext } from '../request-context.ts';

/** For screens that read all variants of the store. */
export const ofManyVariants = ({ db, store }: StoreContext): boolean => hasManyVariants(db, store.id);
