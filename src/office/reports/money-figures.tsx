import type { Money } from '../../lib/money.ts';
import { sameDecimals } from '../../lib/number-format.ts';

/** Labeled sums side by side; all have the same number of decimals, as the amounts of a table. */
export function MoneyFigures({ sums, label }: { sums: readonly (readonly [string, Money])[]; label: string }) {
  const text = sameDecimals(sums.map(([, sum]) => sum));
  return (
    <ul class="figures" aria-label={label}>
      {sums.map(([name, sum]) => (
        <li>
          <span class="muted">{name}</span>
          <strong class="money">{sum < 0 ? `−฿${text(-sum as Money)}` : `฿${text(sum)}`}</strong>
        </li>
      ))}
    </ul>
  );
}
