import { productTemplate } from '../../domain/storefile/csv/template.ts';
import { commonTexts } from '../page/common-texts.ts';
import { csvDownload } from '../page/downloads.ts';
import type { StoreContext } from '../request-context.ts';

/** A product file, which an import reads in either language. */
export const productFile = ({ language }: StoreContext, csv: string): Response =>
  csvDownload(commonTexts(language).products, csv, 'products');

export const exampleFile = (context: StoreContext): Response =>
  productFile(context, productTemplate(context.db, context.store.id, context.language));
