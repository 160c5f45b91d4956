/**
 * The payment page's script, a progressive enhancement: the server computes the total from the chosen
 * delivery on submit, and a double submit finds the session paid.
 */
export const PAYMENT_PAGE_SCRIPT = `
const form = document.querySelector('form:not(.wallet)');
const pay = form.querySelector('.pay');
const label = pay.textContent;
function showTotal() {
  const chosen = form.querySelector('[name=shipping_rate]:checked');
  const shipping = document.querySelector('[data-shipping]');
  const total = document.querySelector('[data-total]');
  if (chosen) {
    shipping.textContent = chosen.dataset.deliveryPrice;
    total.textContent = chosen.dataset.orderTotal;
  }
  pay.textContent = pay.dataset.free ? label : label + ' ' + total.textContent;
}
let sent = false;
form.addEventListener('change', showTotal);
form.addEventListener('submit', (event) => {
  if (sent) return event.preventDefault();
  sent = true;
  pay.setAttribute('aria-disabled', 'true');
  pay.textContent = 'Paying\\u2026';
});
addEventListener('pageshow', () => {
  sent = false;
  pay.removeAttribute('aria-disabled');
  showTotal();
});
for (const use of document.querySelectorAll('.use')) {
  use.hidden = false;
  use.addEventListener('click', () => {
    form.elements.card_number.value = use.dataset.number;
    form.elements.expiry.value = use.dataset.expiry;
    form.elements.cvc.value = use.dataset.cvc;
    form.elements.name.value ||= 'Test Shopper';
    form.elements.card_number.focus();
  });
}
(document.querySelector('[role=alert]') || document.querySelector('[aria-invalid=true]'))?.focus();
`;
