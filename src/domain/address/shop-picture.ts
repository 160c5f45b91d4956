/** Of the shop's site, or stored with the catalogue's pictures. */
const PICTURE = /^(?:|https?:\/\/[^/\s]+\/storage\/v1\/object\/public)\/catalogue\/[\w./-]+$/;

/** Whether a path or URL is a picture of the shop's own, which its Image CDN may scale. */
export function isShopPicture(address: string): boolean {
  return PICTURE.test(address) && !address.includes('..');
}
