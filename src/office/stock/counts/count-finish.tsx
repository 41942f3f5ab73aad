import { countProgress } from '../../../domain/stock/count-reads.ts';
import { type CountSums, countLinePage, type StockDocument } from '../../../domain/stock/document-list.ts';
import { idText } from '../../../lib/ids.ts';
import { count } from '../../../lib/number-format.ts';
import { Post, PostButton, Submit } from '../../forms/inputs.tsx';
import { Confirm } from '../../page/components.tsx';
import { Dialog, DialogOpener } from '../../page/dialog.tsx';
import type { StoreContext } from '../../request-context.ts';
import { ScanButton } from '../../scan/scan-field.tsx';
import { figure, variantName } from '../stock-components.tsx';
import { countTexts } from './count-texts.ts';

interface Props {
  context: StoreContext;
  sheet: StockDocument;
  sums: CountSums;
}

/** Options for movements since the count. The first is the default. */
export const MOVEMENTS = ['keep', 'undo'] as const;

/** Totals and the commit of a draft, within reach wherever the page is scrolled to. */
export function CommitBar({ context, sheet, sums }: Props) {
  const t = countTexts(context.language);
  const { left } = countProgress(context.db, sheet.id);
  return (
    <>
      <div class="action-bar commit-bar">
        <p>{t.totals(count(sums.lines), count(sums.differing))}</p>
        <ScanButton />
        <DialogOpener id="commit" label={t.commit} />
      </div>
      <Dialog id="commit" title={t.commit} class="commit">
        <Post action={`/stock/counts/${idText(sheet.id)}/commit`}>
          {sums.moved > 0 ? (
            <MovementChoice context={context} sheet={sheet} sums={sums} />
          ) : (
            <p>{t.commitAsk(count(sums.differing))}</p>
          )}
          {left > 0 && <p>{t.uncountedOf(count(left))}</p>}
          <Submit label={t.commitYes} />
        </Post>
      </Dialog>
    </>
  );
}

/** Asks what to do with movements since the count, with one item as an example. */
function MovementChoice({ context, sheet, sums }: Props) {
  const t = countTexts(context.language);
  const [line] = countLinePage(context.db, sheet.id, { only: 'moved', limit: 1, offset: 0 });
  const examples = line && {
    keep: `${count(line.counted)} ${line.movedSince < 0 ? '−' : '+'} ${count(Math.abs(line.movedSince))} = ${figure(line.counted + line.movedSince)}`,
    undo: count(line.counted),
  };
  return (
    <fieldset>
      <legend>{t.moved(count(sums.moved))}</legend>
      {MOVEMENTS.map((movements, at) => (
        <label class="choice">
          <input type="radio" name="movements" value={movements} checked={at === 0} />
          <span>{t[movements]}</span>
          {line && examples && (
            <small>
              {variantName(line)}: {examples[movements]}
            </small>
          )}
        </label>
      ))}
      <small>{t.onlyCountUndoes}</small>
    </fieldset>
  );
}

/** The end of the sheet without a change. */
export function DiscardAction({ context, sheet }: Omit<Props, 'sums'>) {
  const t = countTexts(context.language);
  return (
    <div class="actions discard">
      <Confirm label={t.discard}>
        <p>{t.discardAsk}</p>
        <PostButton action={`/stock/counts/${idText(sheet.id)}/discard`} label={t.discardYes} />
      </Confirm>
    </div>
  );
}
