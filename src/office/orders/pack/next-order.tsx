import type { Form } from '../../forms/form.ts';
import { CsrfField, Submit } from '../../forms/inputs.tsx';
import type { StoreContext } from '../../request-context.ts';
import { texts } from './packing-texts.ts';
import { ScanField } from './scan-field.tsx';

/** Opens the order whose code is scanned: on each page at which one order is done with, since the scanner goes on. */
export function NextOrder({ context, form }: { context: StoreContext; form?: Form<unknown> }) {
  const t = texts(context.language);
  return (
    <form method="post" action="/office/orders/pack" class="inline scan" novalidate>
      <CsrfField context={context} />
      <ScanField form={form} label={t.orderCode} />
      <Submit>{t.open}</Submit>
    </form>
  );
}
