/** Address of a published photo. @param size `small` fits a list. */
export function reviewPhotoAddress(photo: string, size: 'small' | 'large'): string {
  return `/api/review-photo/${photo}/${size}`;
}
