/** Terms, but for a name, of single-use codes for 10 % off. */
export const springDiscount = {
  kind: 'percent',
  percent: 10,
  amount_pence: null,
  minimum_pence: 0,
  max_uses: null,
  once_per_person: true,
  with_sales: false,
  starts_at: null,
  ends_at: null,
  code: null,
  products: [],
  categories: [],
};
