/** An address in the parts that carriers and Stripe ask for; those that a country has not are left out. */
export interface PostalAddress {
  line1: string;
  line2?: string | undefined;
  town?: string | undefined;
  /** State, province or county, where the address names one. */
  region?: string | undefined;
  postcode?: string | undefined;
}

/** Where a parcel goes. */
export interface Delivery extends PostalAddress {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  phone?: string | undefined;
}
