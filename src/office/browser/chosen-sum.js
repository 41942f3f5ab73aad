// The number of checked rows of a form and the sum of their amounts, beside its button.

function showSums() {
  for (const output of document.querySelectorAll('output[data-sums]')) {
    const boxes = [...output.form.querySelectorAll(`input[name="${output.dataset.sums}"]:checked`)];
    const sum = boxes.reduce((total, box) => total + satangOf(box.closest('tr').querySelector('[name="amount"]')), 0);
    const texts = { count: boxes.length.toLocaleString('en'), sum: bahtText(sum) };
    output.value = output.dataset.text.replace(/{(\w+)}/g, (_, name) => texts[name]);
  }
}

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
