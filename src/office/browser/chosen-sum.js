// The number of checked rows of a form and the sum of their amounts, beside its button; of the review of a payout what
// would be saved.

function showSums() {
  for (const output of document.querySelectorAll('output[data-sums]')) {
    const boxes = [...output.form.querySelectorAll(`input[name="${output.dataset.sums}"]:checked`)];
    const sum = boxes.reduce((total, box) => total + satangOf(box.closest('tr').querySelector('[name="amount"]')), 0);
    const texts = { count: boxes.length.toLocaleString('en'), sum: bahtText(sum) };
    output.value = filled(output.dataset.text, texts);
  }
  for (const output of document.querySelectorAll('output[data-saved]')) showSaved(output);
}

const filled = (text, values) => text.replace(/{(\w+)}/g, (_, name) => values[name]);

function showSaved(output) {
  const { always, all, rows } = JSON.parse(output.dataset.saved);
  const boxes = [...output.form.querySelectorAll('input[type="checkbox"][name="accept"]:checked')];
  const added = boxes.flatMap(({ value }) => (rows[value] ? [[1, ...rows[value]]] : []));
  const isAll = output.form.querySelector('[name="accept_all"]:checked') !== null;
  const [count, sum, fee] = isAll ? all : [always, ...added].reduce(plus);
  const texts = { count: count.toLocaleString('en'), sum: bahtText(sum), fee: bahtText(fee), net: bahtText(sum - fee) };
  output.value = filled(fee === null ? output.dataset.text : output.dataset.feeText, texts);
}

/** A fee is null if it is unknown. */
const plus = ([count, sum, fee], [moreCount, moreSum, moreFee = null]) => [
  count + moreCount,
  sum + moreSum,
  fee === null ? moreFee : fee + (moreFee ?? 0),
];

/** An amount that cannot be read counts nothing: the server reports it. */
const satangOf = ({ value }) => Math.round(Number(value.replaceAll(',', '')) * 100) || 0;

const bahtText = (satang) =>
  (satang / 100).toLocaleString('en', { minimumFractionDigits: satang % 100 === 0 ? 0 : 2, maximumFractionDigits: 2 });

showSums();
document.addEventListener('input', showSums);
// A click, because the boxes that a click with Shift checks send no event.
document.addEventListener('click', () => setTimeout(showSums));
document.addEventListener('change', () => setTimeout(showSums));
document.addEventListener('htmx:after:swap', showSums);
