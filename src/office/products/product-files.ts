import type { ProductTable } from '../../domain/storefile/csv/export.ts';
import { productTemplate } from '../../domain/storefile/csv/template.ts';
import { commonTexts } from '../page/common-texts.ts';
import type { ListFile } from '../page/list-file.ts';
import type { StoreContext } from '../request-context.ts';

/** A product file, which an import reads in either language. */
export const productFile = ({ language }: StoreContext, { headings, rows }: ProductTable): ListFile => ({
  name: commonTexts(language).products,
  ascii: 'products',
  columns: headings.map((heading) => ({ heading })),
  pages: [rows],
});

export const exampleFile = (context: StoreContext): ListFile =>
  productFile(context, productTemplate(context.db, context.store.id, context.language));
