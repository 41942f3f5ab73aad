import { type ProductTable, productTable } from '../../domain/storefile/csv/export.ts';
import { productTemplate } from '../../domain/storefile/csv/template.ts';
import { commonTexts } from '../page/common-texts.ts';
import type { ListFile } from '../page/list-file.ts';
import type { StoreContext } from '../request-context.ts';
import { findAll, requestedSearch } from './list/product-search.ts';

/** A product file, which an import reads in either language. */
const productFile = ({ language }: StoreContext, { headings, rows }: ProductTable): ListFile => ({
  name: commonTexts(language).products,
  ascii: 'products',
  columns: headings.map((heading) => ({ heading })),
  pages: [rows],
});

/** The products of the list with its search and filters, in its order. */
export const listedFile = (context: StoreContext): ListFile => {
  const { db, store, language } = context;
  const ids = findAll(context, requestedSearch(context));
  return productFile(context, productTable(db, store.id, { language, ids }));
};

export const exampleFile = (context: StoreContext): ListFile =>
  productFile(context, productTemplate(context.db, context.store.id, context.language));
