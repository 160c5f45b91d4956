/** A path of the shop's site, or a URL in the catalogue's storage bucket. */
const PICTURE = /^(?:|https?:\/\/[^/\s]+\/storage\/v1\/object\/public)\/catalogue\/[\w./-]+$/;

/** Whether a path or URL is a picture of the shop's own, which its Image CDN may scale. */
export function isShopPicture(address: string): boolean {
  return PICTURE.test(address) && !address.includes('..');
}
