import type { Money } from '../../lib/money.ts';
import { satangMoney } from '../../lib/number-format.ts';

/** Labeled sums side by side. */
export const MoneyFigures = ({ sums, label }: { sums: readonly (readonly [string, Money])[]; label: string }) => (
  <ul class="figures" aria-label={label}>
    {sums.map(([name, sum]) => (
      <li>
        <span class="muted">{name}</span>
        <strong class="money">{satangMoney(sum)}</strong>
      </li>
    ))}
  </ul>
);
