import type { Context } from '../../context.ts';
import type { WriteTx } from '../../db/write-tx.ts';
import { giveBackReceipts, type PrintedReceipt } from '../orders/payments/receipts.ts';
import { giveBackRefundDocuments, type PrintedRefundDocument } from '../orders/payments/refund-documents.ts';
import type { Printed } from './print-job.ts';
import { printReceipts, printRefundDocuments } from './print-orders.ts';

// The first print of an issued document has its original. Two prints at once never both have it, and a print that fails
// gives it back. A crash does not: the original may have reached the browser (docs/architecture.md#after-a-crash).

interface Originals<Document> {
  /** Chooses the documents and marks them as printed. */
  take: (tx: WriteTx) => Document[];
  print: (documents: readonly Document[]) => Promise<Printed>;
  /** The next print has the originals of these documents again. */
  giveBack: (tx: WriteTx, documents: readonly Document[]) => void;
}

/** A print of documents, and the documents. */
interface PrintedDocuments<Document> {
  documents: readonly Document[];
  printed: Printed;
}

export async function printOriginals<Document>(
  { write }: Pick<Context, 'write'>,
  { take, print, giveBack }: Originals<Document>,
): Promise<PrintedDocuments<Document>> {
  const documents = await write(take);
  try {
    return { documents, printed: await print(documents) };
  } catch (error) {
    await write((tx) => giveBack(tx, documents));
    throw error;
  }
}

/** @param take such as `receiptToPrint` */
export const printIssuedReceipts = (
  context: Pick<Context, 'write'>,
  take: (tx: WriteTx) => PrintedReceipt[],
  now: number,
): Promise<PrintedDocuments<PrintedReceipt>> =>
  printOriginals(context, { take, print: (receipts) => printReceipts(receipts, now), giveBack: giveBackReceipts });

/** @param take such as `refundDocumentsToPrint` */
export const printIssuedRefundDocuments = (
  context: Pick<Context, 'write'>,
  take: (tx: WriteTx) => PrintedRefundDocument[],
  now: number,
): Promise<PrintedDocuments<PrintedRefundDocument>> =>
  printOriginals(context, {
    take,
    print: (documents) => printRefundDocuments(documents, now),
    giveBack: giveBackRefundDocuments,
  });
