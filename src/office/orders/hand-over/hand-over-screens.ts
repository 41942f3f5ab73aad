import { CONFIRMABLE, handOverScanned } from '../../../domain/orders/shipments/hand-over.ts';
import { handOverProgress } from '../../../domain/orders/shipments/hand-over-list.ts';
import { existingShipment, type Shipment } from '../../../domain/orders/shipments/shipment.ts';
import { undoHandOver } from '../../../domain/orders/shipments/undo-hand-over.ts';
import { printHandedOver } from '../../../domain/print/print-orders.ts';
import { AppError, notFound } from '../../../lib/errors.ts';
import type { Id } from '../../../lib/ids.ts';
import { fields, flag, optionalId, optionalInteger, optionalText, text } from '../../forms/fields.ts';
import type { OfficeResponse } from '../../office-response.ts';
import { pdfFile } from '../../page/downloads.ts';
import type { StoreContext } from '../../request-context.ts';
import { get, post, type Screen, withScanner } from '../../screen.ts';
import { slipOptions } from '../customer-prints.ts';
import { requestedOrder } from '../detail/requested-order.ts';
import { chosenCourier, handOverPage, handOverPath, ofChosen } from './hand-over-page.tsx';
import { handOverTexts } from './hand-over-texts.ts';

const scanForm = fields({
  code: text(200, 'input_no_tracking_number'),
  confirmed: flag,
  scan_sender: optionalText(100),
  scan_number: optionalInteger(1, Number.MAX_SAFE_INTEGER),
});
const undoForm = fields({ parcel: optionalId });

/** Hands parcels over by scanning, and undoes it. */
export const handOverScreens: readonly Screen[] = withScanner([
  get('/orders/hand-over', 'orders', (context) => handOverPage(context)),
  get('/orders/hand-over/manifest.pdf', 'orders', manifest),
  post('/orders/hand-over', 'orders', handOver),
  post('/orders/hand-over/undo', 'orders', undo),
]);

function handOver(context: StoreContext): Promise<OfficeResponse> {
  const form = context.form(scanForm);
  let doubtful: string | undefined;
  return form.submit(
    async ({ code, confirmed, scan_sender: sender, scan_number: number }) => {
      const scan = sender && number ? `${sender} ${number}` : undefined;
      const scanned = { code, shippingType: chosenCourier(context), isConfirmed: confirmed, scan };
      try {
        const { shipment, order } = await context.write((tx) =>
          handOverScanned(tx, context.store, scanned, context.act()),
        );
        return context.redirect(handOverPath(context), doneText(context, shipment, order.orderNumber));
      } catch (error) {
        if (error instanceof AppError && CONFIRMABLE.includes(error.key)) doubtful = code;
        throw error;
      }
    },
    () => handOverPage(context, { scan: form, doubtful }),
  );
}

/** The parcel with the figures that the page shows: of the chosen courier, or of all. */
function doneText(context: StoreContext, { trackingNumber }: Shipment, orderNumber: number): string {
  const { db, store, now, language } = context;
  const shown = ofChosen(context, handOverProgress(db, store.id, now));
  const sum = (figure: 'handedOver' | 'waiting') => shown.reduce((total, courier) => total + courier[figure], 0);
  const parcel = `#${orderNumber} ${trackingNumber ?? ''}`.trim();
  return handOverTexts(language).done(parcel, sum('handedOver'), sum('waiting'));
}

async function manifest(context: StoreContext): Promise<Response> {
  const request = { storeId: context.store.id, shippingType: chosenCourier(context) ?? '' };
  return pdfFile('manifest', await printHandedOver(context.db, request, slipOptions(context)));
}

function undo(context: StoreContext): Promise<OfficeResponse> {
  const form = context.form(undoForm);
  return form.submit(
    async ({ parcel }) => {
      const { id, trackingNumber } = ownParcel(context, parcel);
      await context.write((tx) => undoHandOver(tx, id, context.act()));
      return context.redirect(handOverPath(context), handOverTexts(context.language).undone(trackingNumber ?? ''));
    },
    () => handOverPage(context, { undo: form }),
  );
}

/** @throws AppError not_found, also for a parcel of another store */
function ownParcel(context: StoreContext, id: Id | undefined): Shipment {
  if (id === undefined) throw notFound('nothing_at_path');
  const shipment = existingShipment(context.db, id);
  requestedOrder(context, shipment.orderId, 0);
  return shipment;
}
