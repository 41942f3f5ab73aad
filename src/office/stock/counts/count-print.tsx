import { uncounted } from '../../../domain/stock/count-reads.ts';
import { idText } from '../../../lib/ids.ts';
import type { Page } from '../../answer.ts';
import { fields, flag } from '../../forms/fields.ts';
import { ButtonLink, Empty, Heading } from '../../page/components.tsx';
import { Columns } from '../../page/list.tsx';
import type { StoreContext } from '../../request-context.ts';
import { get, type Screen } from '../../screen.ts';
import { figure, variantName } from '../stock-components.tsx';
import { stockTexts } from '../stock-texts.ts';
import { warehouseNames } from '../warehouse-options.ts';
import { requestedSheet } from './count-sheet.tsx';
import { countTexts } from './count-texts.ts';

const printQuery = fields({ expected: flag });

/** A list of the uncounted items to print; on-hand figures only with `?expected=1`. */
export const countPrintScreens: readonly Screen[] = [get('/stock/counts/:id/print', 'staff', printPage)];

function printPage(context: StoreContext): Page {
  const t = countTexts(context.language);
  const sheet = requestedSheet(context);
  const { expected } = context.query(printQuery);
  const items = uncounted(context.db, sheet.id);
  const path = `/office/stock/counts/${idText(sheet.id)}`;
  const title = t.printTitle(warehouseNames(context)(sheet.warehouseId));
  const body = (
    <>
      <Heading title={title} back={{ href: path, label: t.sheet(idText(sheet.id)) }}>
        <ButtonLink
          href={expected ? `${path}/print` : `${path}/print?expected=1`}
          label={expected ? t.withoutExpected : t.withExpected}
        />
      </Heading>
      <p class="hint screen-only">{t.printHint}</p>
      {items.length === 0 ? (
        <Empty title={t.allCounted} />
      ) : (
        <>
          <p>{t.countedBy}</p>
          <table class="to-count">
            <Columns
              of={[
                stockTexts(context.language).sku,
                stockTexts(context.language).item,
                ...(expected ? [t.expected] : []),
                t.counted,
              ]}
            />
            <tbody>
              {items.map((item) => (
                <tr>
                  <td class="break">{item.sku ?? `#${idText(item.variantId)}`}</td>
                  <th scope="row">{variantName(item)}</th>
                  {expected && <td class="number">{figure(item.onHand)}</td>}
                  <td />
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </>
  );
  return { title, body };
}
