import { imagePath } from '#domain/catalogue/image.ts';

/** Hosts that Stripe's pages cannot load from: this machine and private networks. */
const privateHost =
  /^(?:localhost|.+\.local(?:host)?|127\.[\d.]+|10\.[\d.]+|192\.168\.[\d.]+|172\.(?:1[6-9]|2\d|3[01])\.[\d.]+|169\.254\.[\d.]+|0\.0\.0\.0|\[.+\])$/;

/**
 * The address of a picture that Stripe's payment page can load; undefined if there is none or it
 * is not public.
 * @param origin the shop's origin, for pictures on its own host.
 */
export function publicPicture(image: string | null, origin: string): string | undefined {
  if (image === null) return undefined;
  const address = imagePath({ image }, origin);
  if (!URL.canParse(address)) return undefined;
  const { protocol, hostname, href } = new URL(address);
  // Stripe takes addresses of up to 2,048 characters.
  return protocol === 'https:' && !privateHost.test(hostname) && href.length <= 2048
    ? href
    : undefined;
}
