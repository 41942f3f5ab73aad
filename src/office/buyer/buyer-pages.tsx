import { Hono } from 'hono';
import type { Context, Reader } from '../../context.ts';
import { addressSubject } from '../../domain/channels/throttle.ts';
import { orderOfToken } from '../../domain/orders/buyer-links.ts';
import { shownOrder } from '../../domain/orders/order.ts';
import { reportBuyerPayment } from '../../domain/orders/payments/buyer-payments.ts';
import { readSlip } from '../../domain/orders/payments/payment-rows.ts';
import { promptpayOf } from '../../domain/orders/payments/promptpay.ts';
import { drawQr } from '../../domain/print/print-job.ts';
import { storeById } from '../../domain/stores.ts';
import { clientAddress } from '../../lib/client-address.ts';
import { AppError, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { message } from '../../lib/messages/message.ts';
import { networks } from '../../lib/networks.ts';
import type { Bindings } from '../../lib/request.ts';
import { errorText } from '../error-text.ts';
import { Form, type FormInput } from '../forms/form.ts';
import { PICTURE_EXTENSIONS, requireExtension } from '../forms/uploaded-file.ts';
import { BuyerOrder, MAX_LINES } from './buyer-order-page.tsx';
import { buyerTexts } from './buyer-texts.ts';
import { type BuyerRequest, buyerResponse, failureResponse, pageResponse, requestOf, styleResponse } from './http.tsx';
import { slipForm } from './page-props.ts';
import { onePerKey, RateLimit } from './rate-limit.ts';
import { readSlipForm } from './slip-upload.ts';

const PER_MINUTE = { address: 240, link: 60, slipsOfAddress: 30, slipsOfLink: 6 };
const MAX_QR_CODES = 200; // 1 KB each

/** The pages that buyers open by the link of their order: `/o/TOKEN`. They need no account and no JavaScript. */
export function buyerPages(ctx: Context): Hono<{ Bindings: Bindings }> {
  const { monotonic, log } = ctx;
  const limits = {
    address: new RateLimit(monotonic, PER_MINUTE.address),
    link: new RateLimit(monotonic, PER_MINUTE.link),
    slipsOfAddress: new RateLimit(monotonic, PER_MINUTE.slipsOfAddress),
    slipsOfLink: new RateLimit(monotonic, PER_MINUTE.slipsOfLink),
  };
  const trusted = networks(ctx.config.listen.trusted_proxies);
  const exclusively = onePerKey<Id>();
  const qrCodes = new Map<string, Uint8Array<ArrayBuffer>>();

  /** The order of the link. @throws AppError not_found, slow_down */
  const linkedOrder = ({ incoming, token }: BuyerRequest): Id => {
    ctx.db.checkExternalWrites(); // a command may have changed the order
    limits.address.count(addressSubject(clientAddress(incoming, trusted)));
    const id = orderOfToken(ctx.db, token, ctx.steadyNow());
    if (id === undefined) throw notFound('nothing_at_path');
    limits.link.count(String(id));
    return id;
  };

  const requireLink = (db: Reader, { token }: BuyerRequest, id: Id): void => {
    if (orderOfToken(db, token, ctx.steadyNow()) !== id) throw notFound('nothing_at_path');
  };

  const open = (handle: (request: BuyerRequest) => Promise<Response>) => async (c: Parameters<typeof requestOf>[0]) => {
    const request = requestOf(c);
    try {
      return await handle(request);
    } catch (error) {
      if (!(error instanceof AppError) && ctx.db.isOpen)
        log.error({ err: error, request_id: request.requestId }, 'page of a buyer failed');
      return failureResponse(request, error);
    }
  };

  const orderPage = (request: BuyerRequest, id: Id, form = emptyForm(request)) => {
    const { language, token } = request;
    const order = shownOrder(ctx.db, id, MAX_LINES + 1);
    const store = storeById(ctx.db, order.storeId);
    const props = { db: ctx.db, language, order, store, token, form, isSent: request.isSent };
    return {
      title: `${buyerTexts(language).order(order.orderNumber)} · ${store.name}`,
      body: <BuyerOrder {...props} />,
    };
  };

  const show = async (request: BuyerRequest) => pageResponse(request, orderPage(request, linkedOrder(request)));

  const showQr = async (request: BuyerRequest) => {
    const { payload } = promptpayOf(ctx.db, shownOrder(ctx.db, linkedOrder(request), 0));
    const png = qrCodes.get(payload) ?? (await drawQr(payload)).png;
    if (qrCodes.size >= MAX_QR_CODES) qrCodes.clear();
    qrCodes.set(payload, png);
    return buyerResponse(request, png, { 'Content-Type': 'image/png' });
  };

  const sendSlip = async (request: BuyerRequest) => {
    const id = linkedOrder(request);
    limits.slipsOfAddress.count(addressSubject(clientAddress(request.incoming, trusted)));
    limits.slipsOfLink.count(String(id));
    const form = await exclusively(id, () => submittedForm(request));
    const result = await form.submit(
      async ({ amount, slip }) => {
        requireExtension(slip, 'slip', PICTURE_EXTENSIONS);
        const report = { amount, slip: readSlip(slip.bytes) };
        await ctx.write((tx) => {
          requireLink(tx, request, id); // it may have been revoked during the upload
          reportBuyerPayment(tx, id, report, ctx.now());
        });
        const Location = `${request.token}?lang=${request.language}&sent=1`;
        return buyerResponse(request, null, { Location }, 303);
      },
      () => orderPage(request, id, form),
    );
    return result instanceof Response ? result : pageResponse(request, result as ReturnType<typeof orderPage>);
  };

  return new Hono<{ Bindings: Bindings }>()
    .basePath('/o')
    .get('/page.css', (c) => styleResponse(requestOf(c)))
    .get('/:token', open(show))
    .post('/:token', open(sendSlip))
    .get('/:token/qr.png', open(showQr))
    .all('/*', open(unknownPage));
}

const unknownPage = async (): Promise<Response> => {
  throw notFound('nothing_at_path');
};

const emptyForm = ({ language }: BuyerRequest) => new Form(slipForm, undefined, language);

/** A form that is too large, malformed or incomplete is shown again without its content. */
async function submittedForm({ incoming, language }: BuyerRequest) {
  let input: FormInput | undefined;
  let problem: string | undefined;
  try {
    input = await readSlipForm(incoming);
  } catch (error) {
    if (!(error instanceof AppError) || error.code === 'slow_down') throw error;
    problem = errorText(language, error.code === 'body_too_large' ? message('slip_too_large', { most: 5 }) : error);
  }
  const form = new Form(slipForm, input, language);
  if (problem !== undefined) form.addError(problem);
  return form;
}
