// Inlined in the head of pages whose state is in the address: one that asks for another page, order,
// filter or colour must not show the prebuilt state for a moment.
if (/[?&](page|sort|price|category|colour|stock|q)=/.test(location.search)) {
  document.documentElement.dataset.listing = 'pending';
}
if (/[?&]colour=/.test(location.search)) {
  document.documentElement.dataset.colour = 'pending';
}
