/** A person who orders by phone. */
export const phoneShopper = {
  name: 'Ada Lovelace',
  address: '12 St James’s Square, London SW1Y 4JH',
  email: 'ada@example.com',
  phone: '020 7946 0000',
  country: 'GB',
};
