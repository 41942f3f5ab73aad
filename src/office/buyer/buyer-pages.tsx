import { Hono } from 'hono';
import type { Context } from '../../context.ts';
import { demoOf } from '../../domain/demo-mark.ts';
import { orderOfToken } from '../../domain/orders/buyer-links.ts';
import { shownOrder } from '../../domain/orders/order.ts';
import { reportBuyerPayment } from '../../domain/orders/payments/buyer-payments.ts';
import { promptpayOf } from '../../domain/orders/payments/promptpay.ts';
import { readSlip } from '../../domain/orders/payments/slip.ts';
import { drawQr } from '../../domain/print/print-job.ts';
import { storeById } from '../../domain/stores.ts';
import { AppError, notFound } from '../../lib/errors.ts';
import type { Id } from '../../lib/ids.ts';
import { message } from '../../lib/messages/message.ts';
import type { Bindings } from '../../lib/request-bindings.ts';
import { errorText } from '../error-text.ts';
import { Form, type FormInput } from '../forms/form.ts';
import { requirePicture } from '../forms/uploaded-file.ts';
import { BUYER_FILES } from './buyer-document.tsx';
import { type BuyerLimits, buyerLimits } from './buyer-limits.ts';
import { BuyerOrder, MAX_LINES } from './buyer-order-page.tsx';
import { buyerTexts } from './buyer-texts.ts';
import { type BuyerRequest, buyerResponse, failureResponse, fileResponse, pageResponse, requestOf } from './http.tsx';
import { slipForm } from './page-props.ts';
import { readSlipForm } from './slip-upload.ts';

const MAX_QR_CODES = 200; // 1 KB each

interface BuyerContext {
  ctx: Context;
  limits: BuyerLimits;
  /** PNG by payload. */
  qrCodes: Map<string, Uint8Array<ArrayBuffer>>;
}

type Handler = (buyer: BuyerContext, request: BuyerRequest) => Promise<Response>;

/** The pages that buyers open by the link of their order: `/o/TOKEN`. They need no account and no JavaScript. */
export function buyerPages(ctx: Context): Hono<{ Bindings: Bindings }> {
  const buyer: BuyerContext = { ctx, limits: buyerLimits(ctx), qrCodes: new Map() };
  const isDemo = demoOf(ctx.db) !== undefined;
  const open = (handle: Handler) => (c: Parameters<typeof requestOf>[0]) => answer(buyer, requestOf(c, isDemo), handle);
  const pages = new Hono<{ Bindings: Bindings }>().basePath('/o');
  for (const name of BUYER_FILES) pages.get(`/${name}`, (c) => fileResponse(requestOf(c, isDemo), name));
  return pages
    .get('/:token', open(show))
    .post('/:token', open(sendSlip))
    .get('/:token/qr.png', open(showQr))
    .all('/*', open(unknownPage));
}

async function answer(buyer: BuyerContext, request: BuyerRequest, handle: Handler): Promise<Response> {
  try {
    return await handle(buyer, request);
  } catch (error) {
    const { db, log } = buyer.ctx;
    if (!(error instanceof AppError) && db.isOpen)
      log.error({ err: error, request_id: request.requestId }, 'page of a buyer failed');
    return failureResponse(request, error);
  }
}

const show: Handler = async (buyer, request) =>
  pageResponse(request, orderPage(buyer.ctx, { request, id: linkedOrder(buyer, request), form: emptyForm(request) }));

const showQr: Handler = async (buyer, request) => {
  const { ctx, qrCodes } = buyer;
  const { payload } = promptpayOf(ctx.db, shownOrder(ctx.db, linkedOrder(buyer, request), 0));
  const png = qrCodes.get(payload) ?? (await drawQr(payload)).png;
  if (qrCodes.size >= MAX_QR_CODES) qrCodes.clear();
  qrCodes.set(payload, png);
  return buyerResponse(request, png, { 'Content-Type': 'image/png' });
};

const sendSlip: Handler = async (buyer, request) => {
  const { ctx, limits } = buyer;
  const id = linkedOrder(buyer, request);
  limits.countSlip(request, id);
  const form = await limits.oneUpload(id, () => submittedForm(request));
  const result = await form.submit(
    async ({ amount, slip }) => {
      requirePicture(slip, 'slip');
      const report = { amount, slip: readSlip(slip.bytes) };
      await ctx.write((tx) => {
        const isLinked = orderOfToken(tx, request.token, ctx.steadyNow()) === id;
        if (!isLinked) throw notFound('nothing_at_path'); // the link was revoked during the upload
        reportBuyerPayment(tx, id, report, ctx.now());
      });
      const Location = `${request.token}?lang=${request.language}&sent=1`;
      return buyerResponse(request, null, { Location }, 303);
    },
    () => orderPage(ctx, { request, id, form }),
  );
  return result instanceof Response ? result : pageResponse(request, result as ReturnType<typeof orderPage>);
};

const unknownPage = async (): Promise<Response> => {
  throw notFound('nothing_at_path');
};

/** The order of the link. @throws AppError not_found, slow_down */
function linkedOrder({ ctx, limits }: BuyerContext, request: BuyerRequest): Id {
  ctx.db.checkExternalWrites(); // a command may have changed the order
  limits.countAddress(request);
  const id = orderOfToken(ctx.db, request.token, ctx.steadyNow());
  if (id === undefined) throw notFound('nothing_at_path');
  limits.countLink(id);
  return id;
}

interface OrderPage {
  request: BuyerRequest;
  id: Id;
  form: ReturnType<typeof emptyForm>;
}

function orderPage({ db }: Context, { request, id, form }: OrderPage) {
  const { language, token, isSent } = request;
  const order = shownOrder(db, id, MAX_LINES + 1);
  const store = storeById(db, order.storeId);
  return {
    title: `${buyerTexts(language).order(order.orderNumber)} · ${store.name}`,
    body: <BuyerOrder {...{ db, language, order, store, token, form, isSent }} />,
  };
}

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
