// Inlined in the head of listing pages: an address that asks for another page, order or filter
// must not show the prebuilt first page for a moment.
if (/[?&](page|sort|price|category|q)=/.test(location.search)) {
  document.documentElement.dataset.listing = 'pending';
}
