import * as z from 'zod';

/** A parcel's destination, as the database stores it (`Delivery` in #domain/postal/delivery.ts). */
export const PostalDelivery = z.object({
  name: z.string(),
  line1: z.string(),
  line2: z.string().optional(),
  town: z.string().optional(),
  region: z.string().optional(),
  postcode: z.string().optional(),
  country: z.string(),
  phone: z.string().optional(),
});
