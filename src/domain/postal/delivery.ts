/** An address in the parts required by carriers and Stripe; parts a country does not use are omitted. */
export interface PostalAddress {
  line1: string;
  line2?: string | undefined;
  town?: string | undefined;
  /** State, province or county, if the address names one. */
  region?: string | undefined;
  postcode?: string | undefined;
}

/** A parcel's recipient and address. */
export interface Delivery extends PostalAddress {
  name: string;
  /** ISO 3166-1 alpha-2. */
  country: string;
  phone?: string | undefined;
}
