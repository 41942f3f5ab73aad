/** One bar of a chart. */
export interface Bar {
  value: number;
  tooltip: string;
}

const HEIGHT = 100;
const STEP = 10; // a bar with its gap
const BAR = 7;

/** A bar chart stretched to the available width, so it contains no text except for screen readers. */
export function Bars({ bars, id, name, note, tone }: BarsProps) {
  const max = Math.max(1, ...bars.map(({ value }) => value));
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
      {bars.map(({ value, tooltip }, i) => (
        <g class="bar">
          <rect class="day" x={i * STEP} y="0" width={STEP} height={HEIGHT}>
            <title>{tooltip}</title>
          </rect>
          <BarRect value={value} max={max} x={i * STEP + (STEP - BAR) / 2} />
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

/** Values above zero are at least one unit high. */
function BarRect({ value, max, x }: { value: number; max: number; x: number }) {
  if (value <= 0) return null;
  const height = Math.max(1, (value / max) * HEIGHT);
  return <rect class="rise" x={x} y={(HEIGHT - height).toFixed(2)} width={BAR} height={height.toFixed(2)} />;
}
