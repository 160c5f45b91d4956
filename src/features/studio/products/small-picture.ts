/** Width of a picture in a form, px, for screens of two device pixels. */
const WIDTH = 240;

/**
 * A small copy of a chosen picture as a data URL, which the page's policy allows.
 * @returns `''` if this browser cannot read the file.
 */
export async function smallPicture(file: File): Promise<string> {
  try {
    const bitmap = await createImageBitmap(file, { resizeWidth: WIDTH, resizeQuality: 'medium' });
    const canvas = document.createElement('canvas');
    canvas.width = bitmap.width;
    canvas.height = bitmap.height;
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    bitmap.close();
    return canvas.toDataURL('image/jpeg', 0.8);
  } catch {
    return '';
  }
}
