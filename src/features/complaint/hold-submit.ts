/**
 * Inlined after the complaint's form: sent before its script is there, the form would leave the page, and what was
 * written would be lost. It waits instead, and complaint-form.ts sends it.
 */
const form = document.currentScript?.previousElementSibling;
if (form instanceof HTMLFormElement)
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    form.dataset.submitted = '';
  });
