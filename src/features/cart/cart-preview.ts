// Inlined in the cart's page, so that pictures, names and amounts stand there from the first paint,
// while React is on its way: in the island's own markup, not to be touched yet. What is damaged or
// unknown here is left to the island.
((pounds) => {
  try {
    const { cart } = JSON.parse(localStorage.getItem('root'));
    const preview = document.querySelector('[data-cart-preview]');
    const { content } = document.querySelector('[data-cart-template]');
    const lines = cart.map(({ name, price, quantity, selectedColor }) => {
      const line = content.querySelector('li').cloneNode(true);
      const part = (wanted) => line.querySelector(`[data-line-${wanted}]`);
      const stock = selectedColor.quantity;
      for (const named of line.querySelectorAll('[id]')) named.removeAttribute('id');
      part('name').textContent = name;
      part('colour').textContent = selectedColor.color_name;
      part('total').textContent = price >= 0 ? pounds(price * quantity) : '…';
      part('each').textContent = price >= 0 ? `${pounds(price)} each` : '…';
      part('quantity').replaceChildren(new Option(quantity));
      part('limit').textContent = `Only ${stock} in stock`;
      if (quantity === 1) part('each').remove();
      if (stock >= 10 && quantity < stock) part('limit').remove();
      const [image] = selectedColor.images;
      if (image) {
        const path = encodeURIComponent(image.image.replace(/^(?!https?:)\/*/, '/'));
        for (const attribute of ['src', 'srcset']) {
          const addresses = part('picture').getAttribute(attribute);
          part('picture').setAttribute(attribute, addresses.replaceAll('%2Fplaceholder.jpg', path));
        }
      }
      return line;
    });
    if (lines.length === 0) return;
    const units = cart.reduce((sum, { quantity }) => sum + quantity, 0);
    const drawn = content.cloneNode(true);
    drawn.querySelector('p').textContent = `${units} ${units === 1 ? 'item' : 'items'}`;
    drawn.querySelector('ul').replaceChildren(...lines);
    preview.inert = true;
    preview.append(drawn);
  } catch {
    // Nothing is stored, or nothing that this can show.
  }
})(
  // As in src/domain/money.ts: the browser's own formatter takes too long to wake.
  (amount) =>
    `£${Number(amount)
      .toFixed(2)
      .replace(/\B(?=(\d{3})+\.)/g, ',')}`,
);
