import { orderTagsOfStore } from '../../../domain/orders/order-tags.ts';
import { bilingual } from '../../bilingual.ts';
import { Submit } from '../../forms/inputs.tsx';
import { Dialog } from '../../page/dialog.tsx';
import { NewTagField } from '../../page/tag-list.tsx';
import type { StoreContext } from '../../request-context.ts';

export const TAG_DIALOG = 'tag-dialog';

export const tagDialogTexts = bilingual({
  title: ['ติดแท็กคำสั่งซื้อที่เลือก', 'Tag selected orders'],
  submit: ['ติดแท็ก', 'Add tag'],
  done: [(n: number) => `ติดแท็กแล้ว ${n} คำสั่งซื้อ`, (n: number) => (n === 1 ? '1 order tagged' : `${n} orders tagged`)],
});

/** Tags the selected orders. It is the first part of their form, so that Enter in its field presses its button. */
export function TagDialog({ context }: { context: StoreContext }) {
  const t = tagDialogTexts(context.language);
  return (
    <Dialog id={TAG_DIALOG} title={t.title}>
      <NewTagField suggested={orderTagsOfStore(context.db, context.store.id)} autofocus />
      <Submit formaction="/office/orders/tag" label={t.submit} />
    </Dialog>
  );
}
