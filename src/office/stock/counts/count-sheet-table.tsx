import type { CountLine, StockDocument } from '../../../domain/stock/document-list.ts';
import { idText } from '../../../lib/ids.ts';
import { Post, Submit } from '../../forms/inputs.tsx';
import { Empty } from '../../page/components.tsx';
import { count } from '../../page/format.ts';
import { Columns } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { Figure, ItemLink, signed, variantName } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { countTexts } from './count-texts.ts';

interface Props {
  context: StoreContext;
  lines: readonly CountLine[];
  /** Lines can be removed. */
  isDraft: boolean;
  sheet?: StockDocument;
}

/** Counted quantities next to the stock on hand. */
export function CountTable({ context, lines, isDraft, sheet }: Props) {
  const t = countTexts(context.language);
  if (lines.length === 0) return <Empty title={t.noDifference} />;
  return (
    <table class="list stock-cards">
      <Columns
        of={[
          stockTexts(context.language).item,
          [t.expected, 'right'],
          [t.counted, 'right'],
          [t.difference, 'right'],
          ...(isDraft ? [[t.remove, 'hidden'] as const] : []),
        ]}
      />
      <tbody>
        {lines.map((line) => (
          <tr>
            <th scope="row">
              <div>
                <ItemLink context={context} item={line} />
              </div>
            </th>
            <td class="number" data-label={t.expected}>
              <span>
                <Figure of={line.onHand} />
                {isDraft && line.movedSince !== 0 && (
                  <small class="beside">{t.movedSince(signed(line.movedSince))}</small>
                )}
              </span>
            </td>
            <td class="number" data-label={t.counted}>
              {count(line.counted)}
            </td>
            <td class="number" data-label={t.difference}>
              <Difference of={line.difference} />
            </td>
            {isDraft && sheet && (
              <td class="right">
                <Post action={`/stock/counts/${idText(sheet.id)}/remove`}>
                  <input type="hidden" name="variant" value={idText(line.variantId)} />
                  <Submit class="quiet">
                    {t.remove} <span class="visually-hidden">{variantName(line)}</span>
                  </Submit>
                </Post>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Difference = ({ of }: { of: number }) =>
  of === 0 ? <span class="muted">0</span> : <strong class={of < 0 ? 'taken' : 'added'}>{signed(of)}</strong>;
