// Charts of the reports. The library is loaded by pages with a chart only.

const HEIGHT = 280;
const VALUE_WIDTH = 56; // of the labels beside the vertical axis
const TICK_WIDTH = 64; // of a label below the horizontal axis
const FONT = '12px Sarabun, system-ui, sans-serif';

/** Adds an element to the head once, and waits until it is loaded. */
const loaded = new Map();
function load(tag, attributes) {
  const url = attributes.src ?? attributes.href;
  if (!loaded.has(url))
    loaded.set(
      url,
      new Promise((resolve, reject) => {
        const element = Object.assign(document.createElement(tag), attributes);
        element.addEventListener('load', resolve);
        element.addEventListener('error', (error) => {
          loaded.delete(url); // the next page tries again
          reject(error);
        });
        document.head.append(element);
      }),
    );
  return loaded.get(url);
}

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

const numberText = (value, unit) =>
  unit +
  value.toLocaleString('en-US', { minimumFractionDigits: Number.isInteger(value) ? 0 : 2, maximumFractionDigits: 2 });

/** Short: 25K. */
const axisText = (value, unit) => unit + value.toLocaleString('en-US', { notation: 'compact' });

/** As many labels of the axis as fit, always with the last one. */
function tickPositions(count, width) {
  const step = Math.ceil(count / Math.max(1, Math.floor((width - VALUE_WIDTH) / TICK_WIDTH)));
  const last = count - 1;
  return Array.from({ length: Math.floor(last / step) + 1 }, (_, i) => last - i * step).reverse();
}

function optionsOf({ labels, ticks, period, unit, series: [now, before] }, width) {
  const axis = {
    stroke: color('--pico-muted-color'),
    grid: { stroke: color('--line'), width: 1 },
    ticks: { show: false },
    font: FONT,
  };
  /** The legend shows the point under the pointer, else the last one: uPlot has no index then. */
  const last = labels.length - 1;
  const line = (label, more) => ({
    label,
    width: 2,
    points: { show: labels.length < 20 },
    value: ({ data }, _, series, at) => numberText(data[series][at ?? last], unit),
    ...more,
  });
  return {
    width,
    height: HEIGHT,
    padding: [null, TICK_WIDTH / 2, null, null], // the last label is centered below the end of the line
    scales: { x: { time: false }, y: { range: (_, __, max) => [0, Math.max(max * 1.1, 1)] } },
    axes: [
      {
        ...axis,
        gap: 12,
        splits: () => tickPositions(ticks.length, width),
        values: (_, at) => at.map((i) => ticks[i]),
      },
      { ...axis, values: (_, at) => at.map((value) => axisText(value, unit)), size: VALUE_WIDTH },
    ],
    series: [
      { label: period, value: (_, at) => labels[at ?? last] },
      line(now.label, { stroke: color('--pico-primary'), fill: `${color('--pico-primary')}22` }),
      ...(before ? [line(before.label, { stroke: color('--warn'), dash: [6, 4] })] : []),
    ],
  };
}

/** The chart on the page. The library keeps listeners of each chart until it is destroyed. */
let drawn;

async function drawChart() {
  const box = document.querySelector('[data-chart]');
  if (!box) return;
  const { chart, chartName, chartScript, chartStyle } = box.dataset;
  await Promise.all([load('link', { rel: 'stylesheet', href: chartStyle }), load('script', { src: chartScript })]);
  if (!box.isConnected) return;
  const data = JSON.parse(chart);
  drawn?.destroy();
  box.replaceChildren();
  drawn = new window.uPlot(
    optionsOf(data, box.clientWidth),
    [data.labels.map((_, i) => i), ...data.series.map(({ values }) => values)],
    box,
  );
  const canvas = box.querySelector('canvas');
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', chartName);
}

drawChart();
document.addEventListener('htmx:after:swap', ({ detail }) => {
  if ((detail?.ctx?.target ?? detail?.target) === document.body) drawChart();
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawChart);
/** On phones the height changes whenever the bars of the browser come and go. */
addEventListener('resize', () => {
  if (drawn?.width !== document.querySelector('[data-chart]')?.clientWidth) drawChart();
});
