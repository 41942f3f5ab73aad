/** One bar of a chart. */
export interface Bar {
  value: number;
  /** Shown where it is pointed at. */
  says: string;
}

const HEIGHT = 100;
const STEP = 10; // of one bar, with the gap after it
const BAR = 7;

/**
 * Bars side by side, as wide as there is room. What is written beside them is not in the picture, which is stretched.
 *
 * @param name what it shows, and how to read it, for who does not see it
 */
export function Bars({ bars, id, name, note, tone }: BarsProps) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <svg
      class={`bars ${tone}`}
      viewBox={`0 0 ${bars.length * STEP} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-labelledby={`${id}-name ${id}-note`}
    >
      <title id={`${id}-name`}>{name}</title>
      <desc id={`${id}-note`}>{note}</desc>
      {bars.map(({ value, says }, i) => (
        <g class="bar">
          <rect class="day" x={i * STEP} y="0" width={STEP} height={HEIGHT}>
            <title>{says}</title>
          </rect>
          <Rise value={value} most={most} x={i * STEP + (STEP - BAR) / 2} />
        </g>
      ))}
    </svg>
  );
}

interface BarsProps {
  bars: readonly Bar[];
  id: string;
  name: string;
  note: string;
  tone: 'money' | 'orders';
}

/** What is there at all can be seen. */
function Rise({ value, most, x }: { value: number; most: number; x: number }) {
  if (value <= 0) return null;
  const height = Math.max(1, (value / most) * HEIGHT);
  return <rect class="rise" x={x} y={(HEIGHT - height).toFixed(2)} width={BAR} height={height.toFixed(2)} />;
}
