/**
 * Inlined after the complaint form: submitted before its script has loaded, the form would leave the
 * page and lose its text. The submission is held instead, and complaint-form.ts sends it.
 */
const form = document.currentScript?.previousElementSibling;
if (form instanceof HTMLFormElement)
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    form.dataset.submitted = '';
  });
